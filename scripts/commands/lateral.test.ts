import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

const program = path.join(import.meta.dirname, 'lateral.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Said {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command as an administrator does, with a data folder that is not there yet. */
function lateral(words: readonly string[], settings: NodeJS.ProcessEnv = { DATA_DIR: dataDir() }): Promise<Said> {
  const env = { PATH: process.env.PATH, ...settings }
  return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Said) => error,
  )
}

const dataDir = (): string => path.join(folder, 'data')

describe('words that a command does not understand', () => {
  it.each([
    ['an option that it does not have', ['verify-counts', '--fix'], '--repair'],
    ['an option of another command', ['create-operator', '--slug', 'x'], '--full-name'],
    ['a missing file', ['backup'], '--passphrase-file'],
    ['a second file', ['restore', 'a', 'b'], '--waiting-messages'],
    ['a word that is no choice', ['restore', 'a', '--waiting-messages', 'maybe'], 'send|discard'],
    ['a word after a command that takes none', ['replay-erasures', 'now'], 'ERASURES'],
    ['a missing tenant', ['clear-audit-alarm'], '--tenant'],
    ['a missing worker', ['move-tenant', '--tenant', 'x'], '--host'],
    ['something that is no head', ['verify-audit', '--head', 'x'], '--head'],
    ['fields that are missing', ['create-tenant', '--slug', 'clinic'], '--country GB'],
  ])('%s: the right ones are named, and nothing is made', async (_, words, named) => {
    const { code, stderr } = await lateral(words)
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([2, expect.stringContaining(named)])
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(existsSync(dataDir())).toBe(false)
  })
})

test('a command explains itself, and does nothing', async () => {
  const { code, stdout } = await lateral(['create-tenant', '--help'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('--full-name')])
  expect(stdout).not.toContain('verify-backup')
  expect(existsSync(dataDir())).toBe(false)
})

test('a command that is none is named, above those that are', async () => {
  const { code, stdout } = await lateral(['verify-adit'])
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^There is no command verify-adit\.\n[^]*verify-audit/)])
})

test('a reader that has read enough ends the command without a stack', async () => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
  child.stdout.destroy()
  await once(child, 'close')
  expect(complaint).toBe('')
})

describe('a database elsewhere', () => {
  it('needs to be told where the files of the server are', async () => {
    const { code, stderr } = await lateral(['backup', 'file'], { DATABASE_URL: 'postgres://a:b@127.0.0.1/x' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL is set and DATA_DIR is not/)])
  })

  it('that does not answer is told by its setting, and without its password', async () => {
    const { port } = await freePort()
    const url = `postgres://a:hidden@127.0.0.1:${port}/x`
    const { code, stderr } = await lateral(['verify-counts'], { DATABASE_URL: url, DATA_DIR: dataDir() })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database of DATABASE_URL cannot be used: .*REFUSED/),
    ])
    expect(stderr).not.toContain('hidden')
  })
})

/** A port of this machine at which nothing listens any more. */
async function freePort(): Promise<{ port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}
