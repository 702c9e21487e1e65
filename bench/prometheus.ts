import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchDir, refuseTaken, takePort } from './processes.ts'

/** The folder of Debian's package, or of another version. */
const folder = process.env.TEST_PROMETHEUS || '/usr/bin'

/** Seconds of the bench in which a rule looks back, in place of five or more minutes. */
const window = '15s'

export interface Prometheus {
  /** Returns the names of the alerts that fire now. */
  firing(): Promise<Set<string>>
  stop(): void
}

/**
 * Starts Prometheus with the configuration and the rules of `deploy/`, but with the ports of these processes, and with
 * shorter times: it reads every second, an alert waits for two seconds, and rates look back for 15.
 */
export async function startPrometheus(ports: readonly number[]): Promise<Prometheus> {
  const work = path.join(benchDir, 'prometheus')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const deploy = path.resolve(import.meta.dirname, '../deploy')
  const config = await readFile(path.join(deploy, 'prometheus.yml'), 'utf8')
  const rules = await readFile(path.join(deploy, 'prometheus-alerts.yml'), 'utf8')
  const targets = JSON.stringify(ports.map((one) => `127.0.0.1:${one}`))
  await writeFile(
    path.join(work, 'prometheus.yml'),
    config.replace('[127.0.0.1:3001, 127.0.0.1:3002]', targets).replaceAll(/_interval: 15s/g, '_interval: 1s'),
  )
  await writeFile(
    path.join(work, 'prometheus-alerts.yml'),
    rules.replaceAll(/for: \d+m/g, 'for: 2s').replaceAll(/\[\d+m\]/g, `[${window}]`),
  )
  const port = takePort()
  await refuseTaken(port)
  const log = path.join(benchDir, 'prometheus.log')
  const output = openSync(log, 'w')
  const child: ChildProcess = spawn(
    path.join(folder, 'prometheus'),
    [
      `--config.file=${work}/prometheus.yml`,
      `--storage.tsdb.path=${work}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', output, output] },
  )
  process.once('exit', () => child.kill())
  const address = `http://127.0.0.1:${port}`
  const ask = async (path: string) => await (await fetch(`${address}${path}`).catch(() => undefined))?.text()
  child.once('error', (error) => process.stderr.write(`Prometheus (Debian's package prometheus): ${error.message}\n`))
  while ((await ask('/-/ready'))?.includes('Ready') !== true) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`Prometheus ended, see ${log}`)
    await sleep(50)
  }
  return {
    async firing() {
      const { data } = JSON.parse((await ask('/api/v1/alerts')) ?? '{}') as Alerts
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
    stop: () => void child.kill(),
  }
}

interface Alerts {
  data: { alerts: { state: string; labels: { alertname: string } }[] }
}
