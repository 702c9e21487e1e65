import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** What a program may use before the kernel ends it. */
export interface Bounds {
  /** Processor time in seconds, for which others have to wait. */
  processorSeconds: number
  /** MiB that the program may use beyond what Node reserves at its start; its heap is part of it. */
  memory: number
  /** MiB of JavaScript objects. */
  heap: number
  /** Milliseconds after which the program is ended even on a machine so busy that it hardly runs. */
  patience: number
}

/** MiB of data that Node reserves from the kernel at its start; all but 70 are address space for compiled code. */
const setAside = 600

/**
 * Starts one of our programs in a process of its own, for input that somebody may have made to do harm: a decoder cannot be
 * interrupted reliably and the allocator keeps its memory, while ending a process frees everything. The process knows no
 * secrets. It reads its standard input and writes its standard output; its end by a signal means that it exceeded its
 * bounds.
 */
export function startBounded(
  program: string,
  args: readonly string[],
  { processorSeconds, memory, heap, patience }: Bounds,
): ChildProcessByStdio<Writable, Readable, null> {
  // `ulimit -c 0`: a process that is killed for its memory must not leave a core dump.
  const bounds = `ulimit -c 0 && ulimit -t ${processorSeconds} && ulimit -d ${(setAside + memory) * 1024}`
  // Few threads, because each thread's stack counts.
  const nodeOptions = [`--max-old-space-size=${heap}`, '--v8-pool-size=1']
  const child = spawn('sh', ['-c', `${bounds} && exec "$0" "$@"`, process.execPath, ...nodeOptions, program, ...args], {
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
  return child
}
