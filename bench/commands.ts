import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What a command of `npm run lateral` said, and what it took. */
export interface Ran {
  code: number | null
  text: string
  seconds: number
  /** The most memory that the command had, in MiB. */
  mebibytes: number
}

/** Runs a command as an administrator does, with these settings, of this version or of the one in `root`. */
export async function runCommand(
  args: readonly string[],
  settings: Record<string, string>,
  root = path.resolve(import.meta.dirname, '..'),
): Promise<Ran> {
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/commands/lateral.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  let mebibytes = 0
  const watch = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (mebibytes = Math.max(mebibytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)),
      () => undefined,
    )
  }, 100)
  const [code] = (await once(child, 'close')) as [number | null] // the event's first argument
  clearInterval(watch)
  return { code, text, seconds: (performance.now() - started) / 1000, mebibytes }
}
