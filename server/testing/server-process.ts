import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import path from 'node:path'

/** A server as people start it, on its own data folder and database. */
export interface ServerProcess {
  url: string
  /** Kills the server, as a crash would, while its database runs on. */
  kill(): Promise<void>
  /** Stops the server and its database cleanly. */
  stop(): Promise<void>
}

const main = path.join(import.meta.dirname, '../main.ts')

/** Starts a server process; `more` are further settings. */
export async function startServerProcess(dataDir: string, more: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await addressOf(child)
  return {
    url,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = []
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The server was started without pipes')
  stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  for await (const line of createInterface({ input: stdout })) {
    said.push(line)
    const port = /ready: http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port !== undefined) {
      stdout.resume()
      return `http://127.0.0.1:${port}`
    }
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`)
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
