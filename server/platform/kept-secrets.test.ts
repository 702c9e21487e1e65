import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKeptSecrets } from './kept-secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const secret = Buffer.from('a secret that is used again')
const key = 'k'.repeat(32)

test('a secret is read again by every process with the key, and nothing of it is in what is stored', () => {
  const stored = openKeptSecrets({ key, dataDir }).encrypt(secret, 'row 1')
  expect(openKeptSecrets({ key, dataDir: '/nowhere' }).decrypt(stored, 'row 1')).toEqual(secret)
  expect(stored.toString('latin1')).not.toContain('secret')
  expect(openKeptSecrets({ key, dataDir }).encrypt(secret, 'row 1')).not.toEqual(stored)
})

test('a secret cannot be read in another row, with another key, or once it was changed', () => {
  const secrets = openKeptSecrets({ key, dataDir })
  const stored = secrets.encrypt(secret, 'row 1')
  expect(secrets.decrypt(stored, 'row 2')).toBeUndefined()
  expect(openKeptSecrets({ key: 'o'.repeat(32), dataDir }).decrypt(stored, 'row 1')).toBeUndefined()
  for (const at of [0, 1, 13, 29, stored.length - 1]) {
    const changed = Buffer.from(stored)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(secrets.decrypt(changed, 'row 1')).toBeUndefined()
  }
  for (const length of [0, 1, 20, 29]) expect(secrets.decrypt(stored.subarray(0, length), 'row 1')).toBeUndefined()
})

test('without a setting, the first process makes a key in the data folder, which others use', async () => {
  const one = openKeptSecrets({ key: undefined, dataDir })
  const other = openKeptSecrets({ key: undefined, dataDir })
  expect(other.decrypt(one.encrypt(secret, 'row'), 'row')).toEqual(secret)
  const file = path.join(dataDir, 'secrets.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
})

test('nothing is encrypted with a key that was emptied', async () => {
  await writeFile(path.join(dataDir, 'secrets.key'), '\n')
  expect(() => openKeptSecrets({ key: undefined, dataDir }).encrypt(secret, 'row')).toThrow('no whole key')
})
