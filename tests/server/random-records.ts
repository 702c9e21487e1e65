import { expect } from 'vitest'
import { instantOf, localParts } from '../../contract/rules/dates.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import type { Counted } from './chart-figures.ts'
import type { Client } from './client.ts'
import { newAssay } from './new-assay.ts'
import type { Choice } from './seeded.ts'
import { addSubject, merge, undo } from './subjects.ts'
import type { TestApp } from './test-app.ts'

/**
 * Instants around which tests are performed: clock changes and midnights, also from times when days began between two
 * quarter hours.
 */
const moments = [
  ['Europe/London', '2025-10-26T01:00Z'],
  ['Europe/London', '2026-03-29T01:00Z'],
  ['Europe/London', '2026-01-14T00:00Z'],
  ['Europe/London', '1965-06-01T00:00Z'],
  ['America/Denver', '2025-11-02T08:00Z'],
  ['America/Denver', '2026-03-08T09:00Z'],
  ['America/Denver', '2026-01-14T07:00Z'],
  ['Asia/Kolkata', '2026-01-13T18:30Z'],
  ['Asia/Kolkata', '2026-01-14T00:00Z'],
  ['Australia/Lord_Howe', '2025-10-04T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-01-13T13:00Z'],
  ['Africa/Monrovia', '1971-06-05T00:44Z'],
  ['Africa/Monrovia', '1972-01-07T00:44Z'],
  ['America/St_Johns', '2009-03-08T03:31Z'],
  ['Antarctica/Casey', '2020-10-03T16:01Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
] as const
export const zones = [...new Set(moments.map(([zone]) => zone))]

/** A record as stored. */
export interface StoredRecord extends Omit<Counted, 'at' | 'lines'> {
  id: string
  test_id: string
  performed_at: Date
  analyte_results: Counted['lines']
  version: number
  state: string
  read_at: Date | null
}

interface Assay {
  id: string
  lines: string[]
}

/** Records that are made and changed randomly in every possible way, around clock changes. */
export class RandomRecords {
  readonly people: string[] = []
  readonly #assays: Assay[]
  readonly #test: TestApp
  readonly #choice: Choice
  readonly #tenant: Client
  readonly #clinical: Client
  #merged: { id: string; subjectId: string } | undefined

  constructor(test: TestApp, choice: Choice, { tenant, clinical }: Record<'tenant' | 'clinical', Client>) {
    this.#test = test
    this.#choice = choice
    this.#tenant = tenant
    this.#clinical = clinical
    this.#assays = [
      { id: test.ours.assayId, lines: ['line'] },
      { id: test.ours.pairAssayId, lines: ['a', 'b'] },
    ]
  }

  /** Adds people who are old enough for all tests, and an assay that first has one line and then two. */
  async begin(): Promise<void> {
    const { home, ward, away } = this.#test.ours.places
    // A change to a test of a set may hold it back from files and machines, which then say less than lists.
    await this.#test.query(this.#test.ours, 'delete from test_set_tests')
    for (let i = 0; i < 6; i += 1) {
      this.people.push(await addSubject(this.#tenant, [home, ward, away][i % 3] ?? home, { dateOfBirth: '1950-02-03' }))
    }
    await this.#test.query(this.#test.ours, `update subject_identities set date_of_birth = '1950-02-03'`)
    this.people.push(home.subjectId)
    this.#assays.push(await this.#assayThatGetsLines())
  }

  /** Makes this many new records and some changes of every kind, in random order. */
  async change(records: number): Promise<void> {
    const steps = [
      ...Array.from({ length: records }, () => () => this.#record()),
      ...[5, -5, -20].map((minutesLeft) => () => this.#recordRead(minutesLeft)),
      ...Array.from({ length: 9 }, () => () => this.#correct()),
      ...Array.from({ length: 2 }, () => () => this.#void()),
      () => this.#mergeOrPart(),
    ]
    while (steps.length > 0) await steps.splice(this.#choice.below(steps.length), 1)[0]?.()
  }

  /** Returns every record, by id. */
  all(): Promise<StoredRecord[]> {
    return this.#test.query<StoredRecord>(
      this.#test.ours,
      `select id, test_id, performed_at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, version, state, read_at
     from test_records order by id`,
    )
  }

  /** Makes an assay with one line, records tests with it, and then gives it a second line. */
  async #assayThatGetsLines() {
    const form = newAssay('Grows')
    const response = await this.#tenant.post('/assays', form)
    expect(response.statusCode, response.body).toBe(201)
    const { id, analytes } = response.json().data
    const grown = { id, lines: [analytes[0].id as string] }
    for (const result of ['positive', 'negative'] as const) await this.#record(grown, { result })
    const wider = { ...form, analytes: [analytes[0], { id: null, name: 'RSV', loinc: null, snomed: null }] }
    const changed = await this.#tenant.send('PUT', `/assays/${id}`, { body: wider, headers: { 'if-match': '"1"' } })
    expect(changed.statusCode, changed.body).toBe(200)
    return { id: id as string, lines: [analytes[0].id as string, 'rsv'] }
  }

  async #record(assay = this.#choice.of(this.#assays), { result }: { result?: Result } = {}): Promise<void> {
    const { home, ward, away } = this.#test.ours.places
    const place = this.#choice.of([home, ward, away])
    const isClinical = place === home && this.#choice.chance(0.5)
    const response = await (isClinical ? this.#clinical : this.#tenant).post('/test-records', {
      organisationId: place.organisationId,
      groupId: place.groupId,
      subjectId: await this.#subjectOf(place.groupId),
      assayId: assay.id,
      analyteResults: this.#linesOf(assay, result),
      lot: this.#lot(),
      ...this.#performed(),
    })
    expect(response.statusCode, response.body).toBe(201)
  }

  /** Runs a test with a timer, started at a random moment and read early, in time or late. */
  async #recordRead(minutesLeft: number): Promise<void> {
    const { home } = this.#test.ours.places
    const { organisationId, groupId } = home
    const assay = this.#choice.of(this.#assays.slice(0, 2))
    const started = await this.#tenant.post('/test-runs', {
      organisationId,
      groupId,
      subjectId: await this.#subjectOf(groupId),
      assayId: assay.id,
      specimen: 'Nasal swab',
      lot: this.#lot(),
      location: null,
      coordinates: null,
      zone: 'Europe/London',
    })
    expect(started.statusCode, started.body).toBe(201)
    const { id } = started.json().data
    const { performedDate, performedTime, performedZone } = this.#performed()
    await this.#test.query(
      this.#test.ours,
      `update test_runs set started_at = $2, read_from = now() + make_interval(mins => $3), read_until = now() + make_interval(mins => $3 + 10)
       where id = $1`,
      [id, instantOf(performedDate, performedTime, performedZone), minutesLeft],
    )
    const finished = await this.#tenant.send('PUT', `/test-runs/${id}/finish`, {
      body: {
        analyteResults: this.#linesOf(assay),
        ...(minutesLeft === -5 ? {} : { readingReason: 'Somebody called' }),
      },
      headers: { 'if-match': '"1"' },
    })
    expect(finished.statusCode, finished.body).toBeOneOf([200, 201])
  }

  async #correct(): Promise<void> {
    const row = this.#choice.of(
      (await this.all()).filter(({ state, read_at }) => state !== 'voided' && read_at === null),
    )
    const response = await this.#tenant.post(
      `/test-records/${row.id}/corrections`,
      {
        ...this.#performed(),
        lot: this.#lot(),
        analyteResults: row.analyte_results.map(({ analyteId }) => ({ analyteId, result: this.#choice.of(results) })),
        reason: 'data-entered-incorrectly',
      },
      { 'if-match': `"${row.version}"` },
    )
    expect(response.statusCode, response.body).toBe(200)
  }

  async #void(): Promise<void> {
    const row = this.#choice.of((await this.all()).filter(({ state }) => state !== 'voided'))
    const body = { reason: 'created-in-error' }
    const response = await this.#tenant.post(`/test-records/${row.id}/void`, body, { 'if-match': `"${row.version}"` })
    expect(response.statusCode, response.body).toBe(200)
  }

  /** Merges two people, or undoes that merge. */
  async #mergeOrPart(): Promise<void> {
    const [from = '', into = ''] = this.people
    const response =
      this.#merged === undefined ? await merge(this.#tenant, { from, into }) : await undo(this.#tenant, this.#merged)
    expect(response.statusCode, response.body).toBe(200)
    this.#merged = this.#merged === undefined ? response.json().data : undefined
  }

  /** Picks a minute near a moment in local time, or in UTC when the local time occurs twice. */
  #performed() {
    const [zone, moment] = this.#choice.of(moments)
    const at = new Date(Date.parse(moment.replace('Z', ':00Z')) + (this.#choice.below(181) - 90) * 60_000)
    for (const each of [zone, 'UTC']) {
      const { day, time } = localParts(at, each)
      if (instantOf(day, time.slice(0, 5), each)?.getTime() === at.getTime())
        return { performedDate: day, performedTime: time.slice(0, 5), performedZone: each }
    }
    throw new Error('UTC shows every time once')
  }

  /** Picks a subject that a group knows now. */
  async #subjectOf(groupId: string): Promise<string> {
    const known = await this.#test.query<{ subject_id: string }>(
      this.#test.ours,
      'select subject_id from subject_groups where group_id = $1 and subject_id = any($2) order by 1',
      [groupId, this.people],
    )
    return this.#choice.of(known).subject_id
  }

  #lot() {
    return this.#choice.of([null, 'LOT-1', 'LOT-2', 'lot 3'])
  }

  #linesOf(assay: Assay, result?: Result) {
    return assay.lines.map((analyteId) => ({ analyteId, result: result ?? this.#choice.of(results) }))
  }
}
