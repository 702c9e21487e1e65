import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openFiles } from '../platform/files.ts'
import { type KeptLines, openKeptLines } from '../platform/kept-lines.ts'
import { deriveRoleUrls } from '../platform/roles.ts'
import { type Client, logInAs } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { runAsOwner, withDatabase } from '../../tests/server/owner-connection.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { addSubject } from '../../tests/server/subjects.ts'
import { password, userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { backUp } from './backing-up.ts'
import { replayErasures, restore } from './restoring.ts'

const { ownerUrl: adminUrl, template } = inject('testDatabase')

let source: TestApp
let folder: string
let before: string
let after: string
let erasures: KeptLines
let isAway = true
const made: { name: string; owner: pg.Pool }[] = []

const patient = userIdOf('patient')
const identifiers = ['quintessa', 'marlowe', '+447400987654', '1987-03-14', 'local-q-77']

/** A patient who registers after the backup, and one who has another email by then. The lists of patients know both. */
const later = { id: randomUUID(), email: 'renata@people.test' }
const moved = { id: randomUUID(), email: 'moved@people.test' }
const identifiersOfOthers = ['renata', 'moved-before@people', 'ottoline', 'larkspur']

beforeAll(async () => {
  source = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-erasures-'))
  const kept = openKeptLines({ folder: path.join(folder, 'erasures'), prefix: '', s3: undefined })
  erasures = {
    ...kept,
    keep: (lines) => (isAway ? Promise.reject(new Error('The disk of the list is away')) : kept.keep(lines)),
  }
  const { home } = source.ours.places
  await source.query(
    source.ours,
    `update users set full_name = 'Quintessa Marlowe', mobile = '+447400987654' where id = $1`,
    [patient],
  )
  await source.query(
    source.ours,
    `update subject_identities set first_name = 'Quintessa', last_name = 'Marlowe', date_of_birth = '1987-03-14', local_id = 'LOCAL-Q-77'
     where subject_id = $1`,
    [home.subjectId],
  )
  const staff = await logInAs(source.app, source.ours, 'tenant')
  await addSubject(staff, home, { email: later.email, firstName: 'Renata' })
  await addSubject(staff, home, { email: moved.email, firstName: 'Ottoline', lastName: 'Larkspur' })
  await source.query(
    source.ours,
    `insert into invites (tenant_id, id, organisation_id, group_id, email, lang, state, invited_by, expires_at)
     values ($1, gen_random_uuid(), $2, $3, $4, 'en', 'pending', $5, now() + interval '1 day')`,
    [source.ours.id, home.organisationId, home.groupId, later.email, userIdOf('tenant')],
  )
  await insertPatient({ id: moved.id, email: 'moved-before@people.test' })
  const client = await logInAs(source.app, source.ours, 'patient')
  before = await backUpTo('before')
  await insertPatient(later)
  await source.query(source.ours, 'update users set email = $2 where id = $1', [moved.id, moved.email])
  for (const each of [
    client,
    await logInAs(source.app, source.ours, later),
    await logInAs(source.app, source.ours, moved),
  ]) {
    await leave(each)
  }
})
afterAll(async () => {
  await source.close()
  for (const { name, owner } of made) {
    await owner.end()
    await runAsOwner(adminUrl, `drop database ${name}`)
  }
  await rm(folder, { recursive: true })
})

const insertPatient = ({ id, email }: { id: string; email: string }) =>
  source.query(
    source.ours,
    `insert into users (tenant_id, id, email, full_name, user_type, password_hash, email_verified_at)
     values ($1, $2, $3, 'A patient', 'patient', $4, now())`,
    [source.ours.id, id, email, source.ours.passwordHash],
  )

async function leave(client: Client): Promise<void> {
  const body = { currentPassword: password, reason: 'created-in-error', reasonText: null }
  expect((await client.put('/users/my-details/delete', body)).statusCode).toBe(204)
}

async function backUpTo(name: string, isNamed = false): Promise<string> {
  const file = path.join(folder, `${name}.backup`)
  const { readerUrl } = deriveRoleUrls(source.database.ownerUrl)
  const files = openFiles({ dataDir: source.dataDir, s3: undefined })
  const { isInErasureList } = await backUp({ readerUrl, files, erasures }, file, undefined)
  expect(isInErasureList).toBe(isNamed)
  return file
}

/** Restores into a database of its own, and returns who can look at everything in it. */
async function restoreFrom(file: string, list: KeptLines | undefined) {
  const name = `lateral_test_${randomUUID().replaceAll('-', '')}`
  await runAsOwner(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const ownerUrl = withDatabase(adminUrl, name)
  const owner = new pg.Pool({ connectionString: ownerUrl })
  made.push({ name, owner })
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  const files = openFiles({ dataDir, s3: undefined })
  const lines: string[] = []
  const decideOnMessages = async () => 'discard' as const
  const report = (line: string) => void lines.push(line)
  await restore({ ownerUrl, files, erasures: list, decideOnMessages, report }, file, undefined)
  return { database: { owner }, dataDir, lines, serverUrl: deriveRoleUrls(ownerUrl).serverUrl }
}

/** Files are written as soon as the list can be reached again, which the job tries by itself. */
it('an erasure is written to the list once, outside of the database, also when the list was away', async () => {
  await source.startKeepingErasures(erasures)
  const retries = () =>
    source.database.owner.query(`select from jobs.job where name = 'keep-erasure' and retry_count > 0`)
  await expect.poll(async () => (await retries()).rowCount).toBeGreaterThan(0)
  expect(await readdir(folder)).not.toContain('erasures')
  isAway = false
  await expect.poll(async () => (await unkept()).length).toBe(0)
  const { subjectId } = source.ours.places.home
  const lines = await erasures.read()
  expect(lines).toHaveLength(3)
  expect(lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^${source.ours.id}:${patient}:[0-9a-f,-]*${subjectId}[0-9a-f,-]*:[0-9a-f,-]*:2\\d{3}-.*Z$`),
    ),
  )
  after = await backUpTo('after', true)
})

const unkept = () =>
  source.query(source.ours, 'select from erasures where kept_at is null and user_id = any($1)', [
    [patient, later.id, moved.id],
  ])

it('somebody who was erased after the backup leaves no trace where it is restored', async () => {
  const restored = await restoreFrom(before, erasures)
  expect(restored.lines).toContain('People who were erased since, and now again: 3')
  const stored = await everythingStored(restored, source.ours)
  expect([...identifiers, ...identifiersOfOthers].filter((identifier) => stored.includes(identifier))).toEqual([])
  const [events, users] = await asOwnerIn(restored.database.owner, source.ours.id, async (owner) => [
    (
      await owner.query(`select actor_id from audit_events where action = 'user.deleted' and resource_id = $1`, [
        patient,
      ])
    ).rows,
    (await owner.query(`select status from users where id = $1`, [patient])).rows,
  ])
  expect([events, users]).toEqual([[{ actor_id: null }], [{ status: 'deleted' }]])
  // The account of the same id and email in the other tenant is another person's.
  const others = await asOwnerIn(restored.database.owner, source.theirs.id, (owner) =>
    owner.query(`select status from users where id = $1`, [patient]),
  )
  expect(others.rows).toEqual([{ status: 'active' }])
})

it('without the list they come back, which has to be asked for, until the list is replayed', async () => {
  const nowhere = openKeptLines({ folder: path.join(folder, 'nowhere'), prefix: '', s3: undefined })
  await expect(restoreFrom(before, nowhere)).rejects.toThrow(
    'There is no list of the people who were erased. Set ERASURES to where it is, or add --without-erasures',
  )
  const restored = await restoreFrom(before, undefined)
  const found = async () => {
    const stored = await everythingStored(restored, source.ours)
    return [...identifiers, ...identifiersOfOthers].filter((identifier) => stored.includes(identifier))
  }
  expect(await found()).toEqual([...identifiers, ...identifiersOfOthers])
  expect(await replayErasures(restored.serverUrl, erasures)).toBe(3)
  expect(await replayErasures(restored.serverUrl, erasures)).toBe(0)
  expect(await found()).toEqual([])
})

it('a list that does not name the backup, or lacks an erasure which it knows of, is refused', async () => {
  const other = openKeptLines({ folder: path.join(folder, 'other'), prefix: '', s3: undefined })
  await other.keep([`${randomUUID()}:${randomUUID()}:::2026-01-01T00:00:00.000Z`])
  await expect(restoreFrom(after, other)).rejects.toThrow('does not name this backup')
  await other.keep((await erasures.read()).filter((line) => line.startsWith('backup:')))
  await expect(restoreFrom(after, other)).rejects.toThrow('lacks some who were in it before the backup')
  const tables = await made.at(-1)?.owner.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect(tables?.rowCount).toBe(0)
  expect((await restoreFrom(after, erasures)).lines).toContain('People who were erased since, and now again: 0')
})
