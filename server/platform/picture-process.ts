import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { invalid } from './failure.ts'
import type { Picture, PictureKind, Refusal } from './picture.ts'

const program = path.join(import.meta.dirname, 'picture-program.ts')

/** Seconds of a processor. A photo of 50 megapixels takes one, the worst picture within the limits three. */
const processorSeconds = 5

/** What is said of an empty file. */
const ofNothing = { photo: 'image', instruction: 'picture', logo: 'logo', icon: 'logo' } as const

/** Milliseconds, for a machine that is so busy that the program hardly gets a processor. */
const patience = 60_000

/**
 * Reads an upload in a process of its own. A decoder cannot be interrupted from within wherever it is, and the allocator
 * does not give back what it took; a process is ended, and everything is free again. It knows no secret either. Throws
 * `validation`.
 */
export async function readPictureApart(
  upload: Buffer,
  kind: PictureKind,
  seconds = processorSeconds,
): Promise<Picture> {
  if (upload.length === 0) throw invalid('file', ofNothing[kind])
  const child = spawn('sh', ['-c', `ulimit -t ${seconds} && exec "$0" "$1" "$2"`, process.execPath, program, kind], {
    // A group of its own: Ctrl-C in a terminal lets the server finish its requests, so this must finish, too.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  // It may end before it has read everything; its exit says why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(upload)
  const [output, exit] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
  const [code, signal] = exit as [number | null, string | null] // the event's arguments
  if (signal !== null) throw invalid('file', 'imageUnreadable')
  if (code !== 0) throw new Error(`The program that reads pictures ended with ${code}`)
  return pictureOf(output)
}

function pictureOf(output: Buffer): Picture {
  const end = output.indexOf('\n')
  // The other program's own line.
  const header = JSON.parse(output.toString('utf8', 0, end)) as { refusal: Refusal } | Omit<Picture, 'content'>
  if ('refusal' in header) throw invalid('file', header.refusal)
  return { ...header, content: output.subarray(end + 1) }
}
