import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let groups: number[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-two-processes-'))
})
afterEach(async () => {
  // What a failed test leaves.
  for (const group of groups) {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  groups = []
  await rm(folder, { recursive: true, force: true })
})

/** Puts a program on the path that runs these lines of bash. */
async function put(name: string, ...lines: string[]): Promise<void> {
  await writeFile(path.join(folder, name), ['#!/usr/bin/env bash', ...lines, ''].join('\n'), { mode: 0o755 })
}

/** A program that takes Ctrl-C, says that it started, and ends by itself once there is a file `end-PORT`. */
async function putServer(): Promise<void> {
  const server = `process.on('SIGINT', () => process.exit())
    fs.appendFileSync('${path.join(folder, 'started')}', 'npm ')
    setInterval(() => fs.existsSync('${folder}/end-' + process.env.PORT) && process.exit(3), 20)`
  await put('npm', `exec '${process.execPath}' -e "${server}"`)
}

/** Like HAProxy, it keeps ignoring SIGINT, which bash makes the programs ignore that it starts in the background. */
async function putProxy(): Promise<void> {
  await put('haproxy', `echo $$ >'${folder}/proxy'`, `printf 'haproxy ' >>'${folder}/started'`, 'exec sleep 600')
}

/** Starts the script in a process group of its own, as a terminal does, and waits until it has started everything. */
async function startScript() {
  await putServer()
  await putProxy()
  const script = spawn(path.join(import.meta.dirname, '../deploy/two-processes.sh'), {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  script.stdout.on('data', (part: Buffer) => (said += part.toString()))
  groups.push(-(script.pid ?? Number.NaN))
  await expect
    .poll(() => readFile(path.join(folder, 'started'), 'utf8').catch(() => ''))
    .toMatch(/^(npm |haproxy ){3}$/)
  return { script, said: () => said, isAlive: () => script.exitCode === null && script.signalCode === null }
}

const end = (port: number) => writeFile(path.join(folder, `end-${port}`), '')

async function proxyRuns(): Promise<boolean> {
  const proxy = Number(await readFile(path.join(folder, 'proxy'), 'utf8'))
  try {
    return process.kill(proxy, 0)
  } catch {
    return false
  }
}

test('Ctrl-C stops both processes and the proxy', async () => {
  const { script, isAlive } = await startScript()
  // The terminal sends it to all.
  process.kill(-(script.pid ?? Number.NaN), 'SIGINT')
  await expect.poll(isAlive).toBe(false)
  expect(await proxyRuns()).toBe(false)
})

test('when one process ends, the other serves on, and Ctrl-C still stops everything', async () => {
  const { script, said, isAlive } = await startScript()
  await end(3001)
  await expect.poll(said).toContain('The other serves on.')
  expect([isAlive(), await proxyRuns()]).toEqual([true, true])
  process.kill(-(script.pid ?? Number.NaN), 'SIGINT')
  await expect.poll(isAlive).toBe(false)
  expect(await proxyRuns()).toBe(false)
})

test('when both processes have ended, so does the proxy', async () => {
  const { script, said, isAlive } = await startScript()
  await end(3001)
  await expect.poll(said).toContain('The other serves on.')
  await end(3002)
  await expect.poll(isAlive).toBe(false)
  expect(script.exitCode).toBe(3)
  expect(await proxyRuns()).toBe(false)
})
