import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-two-processes-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

/** Puts a program on the path that runs these lines of bash. */
async function put(name: string, ...lines: string[]): Promise<void> {
  await writeFile(path.join(folder, name), ['#!/usr/bin/env bash', ...lines, ''].join('\n'), { mode: 0o755 })
}

test('Ctrl-C stops both processes and the proxy', async () => {
  const noted = path.join(folder, 'started')
  const server = `process.on('SIGINT', () => process.exit())
    fs.appendFileSync('${noted}', 'npm ')
    setInterval(() => undefined, 1000)`
  await put('npm', `exec '${process.execPath}' -e "${server}"`)
  // Like HAProxy, it keeps ignoring SIGINT, which bash makes the programs ignore that it starts in the background.
  await put('haproxy', `printf 'haproxy ' >> '${noted}'`, 'exec sleep 600')
  const script = spawn(path.join(import.meta.dirname, '../deploy/two-processes.sh'), {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    detached: true,
    stdio: 'ignore',
  })
  const group = -(script.pid ?? Number.NaN)
  const isAlive = () => script.exitCode === null && script.signalCode === null
  const started = () => readFile(noted, 'utf8').catch(() => '')
  await expect.poll(started).toMatch(/^(npm |haproxy ){3}$/)
  try {
    // The terminal sends it to all.
    process.kill(group, 'SIGINT')
    await expect.poll(isAlive).toBe(false)
  } finally {
    if (isAlive()) process.kill(group, 'SIGKILL')
  }
})
