import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { invalid } from './failure.ts'
import { tooHeavy, type Picture, type PictureKind, type Refusal } from './picture-kinds.ts'

const program = path.join(import.meta.dirname, 'picture-program.ts')

/**
 * Seconds of a processor, for which everybody else's pictures wait. A photo of 50 megapixels takes one, the worst picture within the
 * limits three; a logo is small, and a drawing that takes long was made to.
 */
const processorSeconds = { photo: 5, instruction: 5, logo: 2, icon: 2 } as const

/**
 * MiB that the program may have beside what Node sets aside at its start. What a photo of 50 megapixels needs at worst, with 16
 * bits for each colour and in passes, is 480; a logo, of 200 kB at most, is done with far less. The kernel refuses any
 * more, whoever asks for it: the decoders' own memory is not Node's, which is bounded by itself.
 */
const memory = { photo: 560, instruction: 560, logo: 240, icon: 240 } as const
const heap = 64
/** MiB of data that Node has of the kernel before it has done anything; all but 70 are an address range for compiled code. */
const setAside = 600

/** Few threads, because the stack of each is counted. */
const nodeOptions = [`--max-old-space-size=${heap}`, '--v8-pool-size=1']

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
  seconds: number = processorSeconds[kind],
): Promise<Picture> {
  if (upload.length === 0) throw invalid('file', ofNothing[kind])
  // What is ended for its memory leaves no copy of it on the disk.
  const bounds = `ulimit -c 0 && ulimit -t ${seconds} && ulimit -d ${(setAside + memory[kind]) * 1024}`
  const child = spawn('sh', ['-c', `${bounds} && exec "$0" "$@"`, process.execPath, ...nodeOptions, program, kind], {
    // A group of its own: Ctrl-C in a terminal lets the server finish its requests, so this must finish, too.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, UV_THREADPOOL_SIZE: '1' },
  })
  // It may end before it has read everything; its exit says why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(upload)
  const [output, exit] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
  const [code, signal] = exit as [number | null, string | null] // the event's arguments
  if (signal !== null) throw invalid('file', tooHeavy(kind))
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
