import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

/** A step that takes a moment, and records its process at start and end. */
const step = `
import { appendFileSync } from 'node:fs'
import { ensureDone } from './set-up.js'
const note = (what) => appendFileSync('notes', what + ' ')
ensureDone({
  stamp: 'stamp',
  wanted: process.argv[2],
  action: () => {
    note('begun')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    if (process.argv[3] === 'fail') process.exit(1)
    note('done')
  },
})
`

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-set-up-'))
  await mkdir(path.join(folder, 'scripts'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'scripts', 'step.js'), step)
  for (const name of ['set-up.js', 'output.js']) {
    await copyFile(path.join(import.meta.dirname, name), path.join(folder, 'scripts', name))
  }
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

async function run(...words: string[]): Promise<number> {
  const child = spawn(process.execPath, ['scripts/step.js', ...words], { cwd: folder, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

const notes = async () => (await readFile(path.join(folder, 'notes'), 'utf8')).trim()
const lock = () => path.join(folder, '.setting-up')

test('if several processes set up at once, one does it and the others wait', async () => {
  expect(await Promise.all([run('a'), run('a'), run('a')])).toEqual([0, 0, 0])
  expect(await notes()).toBe('begun done')
  expect(existsSync(lock())).toBe(false)
})

test('a failed setup, or one whose process was killed, does not block others', async () => {
  expect(await run('a', 'fail')).toBe(1)
  expect(existsSync(lock())).toBe(false)
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  await writeFile(lock(), String(ended.pid))
  expect(await run('a')).toBe(0)
  expect(await notes()).toBe('begun begun done')
})
