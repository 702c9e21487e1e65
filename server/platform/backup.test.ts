import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it, test } from 'vitest'
import { logInAs } from '../testing/client.ts'
import { askAsOwner, runAsOwner, withDatabase } from '../testing/owner-connection.ts'
import { recordTestOf } from '../testing/subjects.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { roleNames } from './roles.ts'

/** The folder of PostgreSQL's client programs in the version under test; `.ci/run` provides them for one version. */
const programs = process.env.TEST_POSTGRES_PROGRAMS

let app: TestApp
let folder: string
let file: string
const { ownerUrl: adminUrl } = inject('testDatabase')
const empty = `lateral_test_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-backup-'))
  file = path.join(folder, 'lateral.dump')
  await runAsOwner(adminUrl, `create database ${empty}`)
})
afterAll(async () => {
  await app.close()
  await runAsOwner(adminUrl, `drop database if exists ${empty}`)
  await rm(folder, { recursive: true })
})

test('the role for backups may read every table and sequence', async () => {
  const { reader } = roleNames(app.database.ownerUrl)
  const kept = await askAsOwner<{ name: string; isRead: boolean }>(
    app.database.ownerUrl,
    `select c.oid::regclass::text as name, case when c.relkind = 'S' then has_sequence_privilege('${reader}', c.oid, 'select')
       else has_table_privilege('${reader}', c.oid, 'select') end as "isRead"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'S') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`,
  )
  expect(kept.length).toBeGreaterThan(50)
  expect(kept.filter(({ isRead }) => !isRead)).toEqual([])
})

it.runIf(programs)('a backup is restored completely, with equal counts, and overwrites nothing', async () => {
  const clinician = await logInAs(app.app, app.ours, 'clinical')
  await recordTestOf(clinician, app.ours.places.home, app.ours.places.home.subjectId)
  const restored = withDatabase(app.database.ownerUrl, empty)

  expect(await lateral(app.database.ownerUrl, ['backup', file])).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect(await lateral(app.database.ownerUrl, ['backup', file])).toMatchObject({
    code: 1,
    text: `${file} is there already\n`,
  })
  const inUse = await lateral(app.database.ownerUrl, ['restore', file])
  expect(inUse).toMatchObject({ code: 1, text: 'The database is in use. Stop Lateral first\n' })

  const first = await lateral(restored, ['restore', file])
  expect(first.code).toBe(0)
  const source = await lateral(app.database.ownerUrl, ['verify-counts'])
  expect(source.text).toMatch(/counts agree with [1-9]/)
  expect(first.text).toBe(`${file} is restored. The next start brings it up to date\n${source.text}`)
  const again = await lateral(restored, ['restore', file])
  expect(again.text).toContain('There are tenants in this database')
  expect(again.code).toBe(1)
})

it.runIf(programs)('a failed backup leaves no file', async () => {
  const part = path.join(folder, 'part.dump')
  const { code, text } = await lateral(withDatabase(app.database.ownerUrl, 'not_there'), ['backup', part])
  expect([code, text]).toEqual([1, expect.stringContaining('not_there')])
  await expect(access(part)).rejects.toThrow('ENOENT')
})

test('a missing program is named, with a remedy', async () => {
  const { code, text } = await lateral(app.database.ownerUrl, ['backup', path.join(folder, 'none.dump')], '/nowhere')
  expect([code, text]).toEqual([1, expect.stringContaining('install the client programs of PostgreSQL')])
})

test.each([(url: string) => url, (url: string) => `${url}${url.includes('?') ? '&' : '?'}password=parameter-secret`])(
  'no password is on the command line of another program',
  async (addressOf) => {
    const heard = path.join(folder, `arguments-${randomUUID()}`)
    await writeFile(path.join(folder, 'pg_dump'), `#!/bin/sh\necho "$@" > ${heard}\n`, { mode: 0o700 })
    const url = new URL(app.database.ownerUrl)
    url.password = 'leading-secret'
    await lateral(addressOf(url.href), ['backup', path.join(folder, 'heard.dump')], folder)
    const said = await readFile(heard, 'utf8')
    expect(said).toContain(url.pathname)
    expect(said).not.toMatch(/secret|password=/)
  },
)

/** Runs the command as an administrator would, with the programs of a folder. */
async function lateral(databaseUrl: string, args: readonly string[], from = programs) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PATH: from ?? '' }
  return promisify(execFile)(process.execPath, ['scripts/commands/lateral.ts', ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  )
}
