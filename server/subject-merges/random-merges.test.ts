import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { seeded } from '../../tests/server/seeded.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { countWaiting } from '../../tests/server/waiting.ts'

let test: TestApp
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

/** Finds the subject of each of these tests. */
async function subjectsOf(testIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await test.query<{ id: string; subject_id: string }>(
    test.ours,
    'select id, subject_id from test_records where id = any($1)',
    [testIds],
  )
  return new Map(rows.map(({ id, subject_id }) => [id, subject_id]))
}

const isThere = async (id: string) => (await tenant.get(`/subjects/${id}`)).statusCode === 200

describe('simultaneous requests', () => {
  const three = async () => {
    const { home, ward, away } = test.ours.places
    return [await addSubject(tenant, home), await addSubject(tenant, ward), await addSubject(tenant, away)] as const
  }
  const statuses = (responses: { statusCode: number }[]) =>
    responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)

  it('merge two subjects in both directions into one', async () => {
    for (let i = 0; i < 8; i += 1) {
      const [a, b] = await three()
      const replies = await Promise.all([merge(tenant, { from: a, into: b }), merge(tenant, { from: b, into: a })])
      expect(statuses(replies)[0]).toBe(200)
      expect(statuses(replies)[1]).toBeOneOf([404, 412, 422])
      expect(await isThere(a)).not.toBe(await isThere(b))
    }
  })

  it('merge in a circle and leave one or more subjects with all tests', async () => {
    for (let i = 0; i < 8; i += 1) {
      const [a, b, c] = await three()
      const { home, ward, away } = test.ours.places
      const tests = [
        await recordTestOf(tenant, home, a),
        await recordTestOf(tenant, ward, b),
        await recordTestOf(tenant, away, c),
      ]
      const replies = await Promise.all([
        merge(tenant, { from: a, into: b }),
        merge(tenant, { from: b, into: c }),
        merge(tenant, { from: c, into: a }),
      ])
      for (const status of statuses(replies)) expect(status).toBeOneOf([200, 404, 412, 422])
      expect(statuses(replies)[0]).toBe(200)
      for (const subject of (await subjectsOf(tests)).values()) expect(await isThere(subject)).toBe(true)
    }
  })

  it('record tests of existing subjects only, while these are merged and parted', async () => {
    const { ward } = test.ours.places
    for (let i = 0; i < 8; i += 1) {
      const [kept, other] = await three()
      const record = () => tenant.post('/test-records', { ...newRecordAt(ward), subjectId: other })
      const [merged, ...recorded] = await Promise.all([
        merge(tenant, { from: other, into: kept }),
        record(),
        record(),
        record(),
      ])
      expect([merged?.statusCode, ...statuses(recorded)]).toEqual([200, 201, 201, 201])
      const ids = recorded.map((response) => String(response.json().data.id))
      expect([...(await subjectsOf(ids)).values()]).toEqual([kept, kept, kept])

      const [parted, again, ...more] = await Promise.all([
        undo(tenant, merged?.json().data),
        undo(tenant, merged?.json().data),
        record(),
        record(),
      ])
      expect([parted?.statusCode, again?.statusCode]).toEqual([200, 200])
      for (const response of more) expect(response.statusCode).toBeOneOf([201, 422])
      const late = more.flatMap((response) => (response.statusCode === 201 ? [String(response.json().data.id)] : []))
      for (const subject of (await subjectsOf(late)).values()) expect([kept, other]).toContain(subject)
      expect([await isThere(kept), await isThere(other)]).toEqual([true, true])
    }
  })

  it('record no test in a group that no longer knows the subject after the parting', async () => {
    const { ward } = test.ours.places
    const [kept, other] = await three()
    const merged = (await merge(tenant, { from: other, into: kept })).json().data
    const waiting = await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
      await owner.query('select from subjects where tenant_id = $1 and id = $2 for update', [test.ours.id, kept])
      const parting = undo(tenant, merged)
      await expect.poll(() => countWaiting(test.database)).toBe(1)
      // The request begins while both are one and continues once they are two.
      const recording = tenant.post('/test-records', { ...newRecordAt(ward), subjectId: kept })
      await expect.poll(() => countWaiting(test.database)).toBe(2)
      return { parting, recording }
    })
    expect((await waiting.parting).statusCode).toBe(200)
    const late = await waiting.recording
    expect([late.statusCode, Object.keys(late.json().errors ?? {})]).toEqual([422, ['subjectId']])
  })
})

/** Reads everything that merging changes, without versions and times. */
async function everything(): Promise<unknown> {
  const state: Record<string, unknown> = {}
  for (const [table, columns] of [
    ['subjects', 'id, user_id'],
    ['subject_identities', 'subject_id, group_id, email, date_of_birth, first_name, last_name, local_id'],
    ['subject_groups', 'subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation'],
    ['subject_words', 'word, subject_id, group_id, organisation_id'],
    ['merged_subjects', 'id, subject_id'],
    ['test_records', 'id, subject_id, state'],
  ]) {
    state[table ?? ''] = await test.query(test.ours, `select ${columns} from ${table} order by ${columns}`)
  }
  return state
}

interface Step {
  id: string
  subjectId: string
  mergedSubjectId: string
}

/** Ten subjects that are merged among themselves, with their tests and their expected state. */
class Family {
  readonly subjects: string[] = []
  /** The expected subject of each test. */
  readonly owners = new Map<string, string>()
  /** Merges in force; `undone` holds those that were undone. */
  readonly standing: (Step & { moved: string[] })[] = []
  readonly undone: Step[] = []
  readonly counts = { merged: 0, undone: 0, repeated: 0, refused: 0 }
  readonly #random: () => number
  readonly #versions = new Map<string, number>()

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  async add(number: number): Promise<void> {
    const { home, ward, away } = test.ours.places
    for (let i = 0; i < 10; i += 1) {
      const place = [home, ward, away][i % 3] ?? home
      const id = await addSubject(tenant, place, {
        // Some share an email in other groups, and some lack values that others have.
        email: `family-${number}-${i < 6 ? Math.floor(i / 3) : i}@people.test`,
        firstName: i % 4 === 0 ? null : `Ana${i}`,
        localId: i % 3 === 1 ? null : `L-${number}-${i}`,
      })
      this.subjects.push(id)
      for (let j = 0; j < 1 + (i % 3); j += 1) this.owners.set(await recordTestOf(tenant, place, id), id)
    }
  }

  versionOf(id: string): number {
    return this.#versions.get(id) ?? 1
  }

  /** Increments the expected versions of both subjects. */
  change({ subjectId, mergedSubjectId }: Step): void {
    for (const id of [subjectId, mergedSubjectId]) this.#versions.set(id, this.versionOf(id) + 1)
  }

  send(from: string, into: string) {
    return merge(tenant, { from, into }, { from: this.versionOf(from), into: this.versionOf(into) })
  }

  isMerged(id: string): boolean {
    return this.standing.some((step) => step.mergedSubjectId === id)
  }

  get present(): string[] {
    return this.subjects.filter((id) => !this.isMerged(id))
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)]
  }

  async step(): Promise<void> {
    const kind = this.#random()
    const standing = this.pick(this.standing)
    const undone = this.pick(this.undone)
    if (kind < 0.42 && standing !== undefined) await this.undo(standing)
    else if (kind < 0.47 && undone !== undefined) await this.repeatUndo(undone)
    else if (kind < 0.52 && standing !== undefined) await this.repeatMerge(standing)
    // Most steps pick a subject that is not merged.
    else await this.merge(this.pick(kind < 0.57 ? this.subjects : this.present), this.pick(this.present))
  }

  async merge(from = '', into = ''): Promise<void> {
    const response = await this.send(from, into)
    const said = `${from} into ${into}: ${response.body}`
    if (from === into || this.isMerged(from)) {
      if (this.standing.some((step) => step.mergedSubjectId === from && step.subjectId === into)) return
      expect(response.statusCode, said).toBe(422)
      this.counts.refused += 1
    } else if (response.statusCode === 409) {
      expect(response.json().code, said).toBe('duplicate')
      this.counts.refused += 1
    } else {
      expect(response.statusCode, said).toBe(200)
      const moved = [...this.owners].flatMap(([id, owner]) => (owner === from ? [id] : []))
      expect(response.json().data.tests).toBe(moved.length)
      for (const id of moved) this.owners.set(id, into)
      this.standing.push({ ...response.json().data, moved })
      this.change(response.json().data)
      this.counts.merged += 1
    }
  }

  async undo(step: Step & { moved: string[] }): Promise<boolean> {
    const response = await undo(tenant, step)
    if (this.isMerged(step.subjectId)) {
      expect(response.statusCode, response.body).toBe(404)
      this.counts.refused += 1
      return false
    }
    if (response.statusCode === 409) {
      expect(response.json().code).toBe('not-possible')
      this.counts.refused += 1
      return false
    }
    expect(response.statusCode, response.body).toBe(200)
    for (const id of step.moved) this.owners.set(id, step.mergedSubjectId)
    this.standing.splice(this.standing.indexOf(step), 1)
    this.undone.push(step)
    this.change(step)
    this.counts.undone += 1
    return true
  }

  async repeatUndo(step: Step): Promise<void> {
    const response = await undo(tenant, step)
    expect(response.statusCode).toBe(this.isMerged(step.subjectId) ? 404 : 200)
    this.counts.repeated += 1
  }

  async repeatMerge(step: Step): Promise<void> {
    const response = await this.send(step.mergedSubjectId, step.subjectId)
    expect(response.statusCode).toBe(this.isMerged(step.subjectId) ? 404 : 200)
    this.counts.repeated += 1
  }
}

it('1,000 random merges and undos keep each test with one subject and every count, and can all be undone', async () => {
  const families = [1, 2, 3, 4].map((seed) => new Family(seed))
  await Promise.all(families.map((family, i) => family.add(i)))
  const before = await everything()
  const list = async (path: string, query: Record<string, string> = {}) => (await tenant.get(path, query)).json()
  const year = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' }
  const totals = async () => {
    const dashboard = (await list('/dashboard', year)).data.counts
    return {
      tests: (await list('/test-records', { state: 'all' })).page.total,
      counted: dashboard.positive + dashboard.negative + dashboard.inconclusive + dashboard.invalid,
      current: (await list('/test-records')).page.total,
    }
  }
  const totalsBefore = await totals()
  expect(totalsBefore.counted).toBe(totalsBefore.current)
  const peopleBefore: number = (await list('/subjects')).page.total
  let soundChecks = 0
  const expectSound = async () => {
    const owners = new Map(families.flatMap((family) => [...family.owners]))
    expect(await subjectsOf([...owners.keys()])).toEqual(owners)
    const away = families.reduce((sum, family) => sum + family.standing.length, 0)
    expect([(await list('/subjects')).page.total, await totals()]).toEqual([peopleBefore - away, totalsBefore])
    // Checks one family in each round, because each of these lists is a request.
    const family = families[(soundChecks += 1) % families.length]
    const id = family?.pick(family.present) ?? ''
    const own = [...(family?.owners.values() ?? [])].filter((owner) => owner === id).length
    const listed = (await list('/test-records', { subject_id: id, state: 'all' })).page.total
    expect([listed, (await list(`/subjects/${id}`)).data.tests]).toEqual([own, own])
  }

  for (let round = 0; round < 25; round += 1) {
    await Promise.all(
      families.map(async (family) => {
        for (let i = 0; i < 10; i += 1) await family.step()
      }),
    )
    await expectSound()
  }
  for (const { counts } of families) {
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5)
  }
  await Promise.all(
    families.map(async (family) => {
      for (const step of family.standing.toReversed()) expect(await family.undo(step)).toBe(true)
    }),
  )
  await expectSound()
  expect(await everything()).toEqual(before)
})
