import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startBounded } from './bounded-process.ts'
import { invalid } from './failure.ts'
import { tooHeavy, type Picture, type PictureKind, type Refusal } from './picture-kinds.ts'

const program = path.join(import.meta.dirname, 'picture-program.ts')

/**
 * Limits of processor time in seconds, for which other pictures have to wait. A photo of 50 megapixels takes one
 * second, and the worst picture within the limits three. A logo is small, and a drawing that takes long was made to.
 */
const processorSeconds = { photo: 5, instruction: 5, logo: 2, icon: 2 } as const

/**
 * MiB that the program may use beyond what Node reserves at its start. The worst photo of 50 megapixels, interlaced and
 * with 16 bits per channel, needs 480; a logo of at most 200 kB needs far less. The kernel enforces the limit, because
 * the decoders' memory is outside Node's own limit.
 */
const memory = { photo: 560, instruction: 560, logo: 240, icon: 240 } as const
const heap = 64

/** The refusals of an empty file. */
const ofNothing = { photo: 'image', instruction: 'picture', logo: 'logo', icon: 'logo' } as const

const patience = 60_000

/** Reads an upload in a process of its own, within its bounds. Throws `validation`. */
export async function readPictureApart(
  upload: Buffer,
  kind: PictureKind,
  seconds: number = processorSeconds[kind],
): Promise<Picture> {
  if (upload.length === 0) throw invalid('file', ofNothing[kind])
  const child = startBounded(program, [kind], { processorSeconds: seconds, memory: memory[kind], heap, patience })
  child.stdin.end(upload)
  const [output, exit] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
  const [code, signal] = exit as [number | null, string | null] // the event's arguments
  if (signal !== null) throw invalid('file', tooHeavy(kind))
  if (code !== 0) throw new Error(`The program that reads pictures ended with ${code}`)
  return pictureOf(output)
}

function pictureOf(output: Buffer): Picture {
  const end = output.indexOf('\n')
  // The program writes this line itself.
  const header = JSON.parse(output.toString('utf8', 0, end)) as { refusal: Refusal } | Omit<Picture, 'content'>
  if ('refusal' in header) throw invalid('file', header.refusal)
  return { ...header, content: output.subarray(end + 1) }
}
