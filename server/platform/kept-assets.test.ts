import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { keepAssets } from './kept-assets.ts'

let database: TestDatabase
let folders: string

beforeAll(async () => {
  database = await createTestDatabase()
  folders = await mkdtemp(path.join(tmpdir(), 'lateral-builds-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folders, { recursive: true })
})

/** Builds a web app with one page of this name, and starts a process that serves it. */
async function start(name: string) {
  const folder = path.join(folders, name)
  await mkdir(path.join(folder, '.vite'), { recursive: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, '.vite/manifest.json'), `{ "${name}": {} }`)
  await writeFile(path.join(folder, `assets/${name}.js`), 'plain')
  await writeFile(path.join(folder, `assets/${name}.js.gz`), `zipped ${name}`)
  await writeFile(path.join(folder, `assets/${name}.js.br`), 'brotli')
  await writeFile(path.join(folder, `assets/${name}.wasm`), 'as it is')
  return keepAssets(database.pool, folder)
}

test('processes of two builds find each other’s files, whichever started first', async () => {
  const before = await start('before')
  const after = await start('after')
  for (const find of [before, after]) {
    for (const name of ['before', 'after']) {
      expect(await find(`${name}.js`)).toEqual({ content: Buffer.from(`zipped ${name}`), isGzipped: true })
      expect(await find(`${name}.wasm`)).toEqual({ content: Buffer.from('as it is'), isGzipped: false })
    }
    expect(await find('before.js.gz')).toBe(undefined)
    expect(await find('none.js')).toBe(undefined)
  }
})

test('processes of one build start at once, and a build that starts again stays', async () => {
  await Promise.all(['one', 'one', 'one', 'one'].map(start))
  const find = await start('two')
  await start('one')
  await start('three')
  await start('four')
  const found = await Promise.all(['before', 'one', 'two', 'three', 'four'].map((name) => find(`${name}.js`)))
  expect(found.map((asset) => asset !== undefined)).toEqual([false, true, false, true, true])
})

test('a build that starts again while another one starts stays', async () => {
  const find = await start('five')
  await start('six')
  await start('seven')
  const again = await database.pool.connect()
  await again.query('begin')
  await again.query(
    `update web_builds set started_at = now() where id = (select build_id from web_assets where name = 'five.wasm')`,
  )
  const eighth = start('eight')
  const isWaiting = 'select exists (select from pg_locks where not granted) as is'
  await expect.poll(async () => (await database.owner.query<{ is: boolean }>(isWaiting)).rows[0]?.is).toBe(true)
  await again.query('commit')
  again.release()
  await eighth
  expect(await find('five.js')).toBeDefined()
  expect(await find('six.js')).toBe(undefined)
})
