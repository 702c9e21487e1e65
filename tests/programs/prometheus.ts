import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder of Debian's package, or of another version. */
const folder = process.env.TEST_PROMETHEUS || '/usr/bin'

export const hasPrometheus = ['prometheus', 'promtool'].every((program) => existsSync(path.join(folder, program)))

/** Runs promtool with this input. Returns its exit code and all that it said. */
export function promtool(args: readonly string[], input = ''): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(path.join(folder, 'promtool'), args, { input, encoding: 'utf8' })
  return { code: status, said: `${stdout}${stderr}` }
}

/** A Prometheus on a free port of this machine. */
export interface Prometheus {
  /** Evaluates an expression now. Returns its samples. */
  ask: (expression: string) => Promise<{ metric: Record<string, string>; value: number }[]>
  stop: () => Promise<void>
}

/**
 * Starts Prometheus on the port with this configuration, in a folder that also holds `files` (by name). Resolves when
 * it answers.
 */
export async function startPrometheus(
  port: number,
  config: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Prometheus> {
  const work = await mkdtemp(path.join(tmpdir(), 'lateral-prometheus-'))
  const configFile = path.join(work, 'prometheus.yml')
  await writeFile(configFile, config)
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(work, name), content)
  const child = spawn(
    path.join(folder, 'prometheus'),
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${path.join(work, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const end = async () => {
    await stop(child)
    await rm(work, { recursive: true, force: true })
  }
  const address = `http://127.0.0.1:${port}`
  while (!(await isReady(address))) {
    if (child.exitCode !== null) {
      await end()
      throw new Error(`Prometheus did not start:\n${said.join('')}`)
    }
    await sleep(50)
  }
  return {
    async ask(expression) {
      const reply = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: expression })}`)
      const { data } = (await reply.json()) as Answer
      return data.result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text) }))
    },
    stop: end,
  }
}

/** An instant query's answer; a sample is its time and its value as text. */
interface Answer {
  data: { result: { metric: Record<string, string>; value: [number, string] }[] }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/-/ready`)).ok
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
}
