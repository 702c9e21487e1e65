import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import path from 'node:path'

/** A server as people start it, on its own data folder and database. */
export interface ServerProcess {
  url: string
  /** Kills the server, as a crash would, while its database runs on. */
  kill(): Promise<void>
  /** Stops the server and its database cleanly. Resolves with the exit code. */
  stop(): Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code; null after a kill. */
  ended: Promise<number | null>
}

const main = path.join(import.meta.dirname, '../../server/main.ts')

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
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await addressOf(child)
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
    ended,
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
