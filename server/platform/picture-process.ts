import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
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
/** MiB of data that Node reserves from the kernel at its start; all but 70 are address space for compiled code. */
const setAside = 600

/** Few threads, because each thread's stack counts. */
const nodeOptions = [`--max-old-space-size=${heap}`, '--v8-pool-size=1']

/** The refusals of an empty file. */
const ofNothing = { photo: 'image', instruction: 'picture', logo: 'logo', icon: 'logo' } as const

/** Milliseconds after which the program is ended even on a machine so busy that it hardly runs. */
const patience = 60_000

/**
 * Reads an upload in a process of its own. A decoder cannot be interrupted reliably and the allocator keeps its memory,
 * while ending a process frees everything. The process also knows no secrets. Throws `validation`.
 */
export async function readPictureApart(
  upload: Buffer,
  kind: PictureKind,
  seconds: number = processorSeconds[kind],
): Promise<Picture> {
  if (upload.length === 0) throw invalid('file', ofNothing[kind])
  // `ulimit -c 0`: a process that is killed for its memory must not leave a core dump.
  const bounds = `ulimit -c 0 && ulimit -t ${seconds} && ulimit -d ${(setAside + memory[kind]) * 1024}`
  const child = spawn('sh', ['-c', `${bounds} && exec "$0" "$@"`, process.execPath, ...nodeOptions, program, kind], {
    // A process group of its own, because Ctrl-C in a terminal lets the server finish its requests, and so this must
    // finish too.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patience,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, UV_THREADPOOL_SIZE: '1' },
  })
  // The program may end before it has read everything; its exit code says why.
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
  // The program writes this line itself.
  const header = JSON.parse(output.toString('utf8', 0, end)) as { refusal: Refusal } | Omit<Picture, 'content'>
  if ('refusal' in header) throw invalid('file', header.refusal)
  return { ...header, content: output.subarray(end + 1) }
}
