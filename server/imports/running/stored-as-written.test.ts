import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assay } from '../../../contract/assays/assay.ts'
import type { FileImport } from '../../../contract/imports/import.ts'
import { readLine, readProse } from '../../../contract/rules/written-characters.ts'
import { readConfig } from '../../platform/config.ts'
import { openFiles, type Files } from '../../platform/files.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { testCodes, type WrittenPerson } from '../../../tests/server/import-files.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import {
  keyOfPerson,
  kitConditions,
  randomSets,
  writtenAs,
  writtenLayouts,
  type DrawnFile,
  type DrawnSet,
  type DrawnTest,
  type WrittenLayout,
} from '../../../tests/server/random-import-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'
import { readImport } from '../reading-service.ts'
import { runImport } from './service.ts'

/** The number of random sets of files of each layout. Without it one set of one layout is always the same. */
const numRuns = Number(process.env.TEST_IMPORTED_SETS ?? 0)
const drawnLayouts: readonly WrittenLayout[] = numRuns > 0 ? writtenLayouts : ['results-server']
const drawn = numRuns > 0 ? { numRuns } : { numRuns: 1, seed: 7 }

let app: TestApp
let admin: Client
let files: Files
const kits: Assay[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await logInAs(app.app, app.ours, 'tenant')
  files = openFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: app.dataDir }))
  for (const [at, conditions] of kitConditions.entries()) {
    kits.push(await createAssay(admin, { ...newAssay(`Kit ${at}`, conditions), gtin: null }))
  }
  await app.query(app.ours, `update tenants set countries = '{US}', subject_details = '{sex,role,telephones,address}'`)
})
afterAll(() => app.close())

test.for(drawnLayouts)('of %s, what is stored is what was written, once', async (layout) => {
  await fc.assert(
    fc.asyncProperty(randomSets(layout), async (set) => {
      const groupIds = [await newGroup(), await newGroup()]
      await app.query(app.ours, 'update tenants set identifies_by = $1', [set.identifiesBy])
      const model = new Model(set)
      for (const file of set.files) {
        const expected = model.take(file)
        expect(await imported(set, file, groupIds)).toEqual(expected)
        expect(await storedIn(groupIds)).toEqual(model.stored())
      }
    }),
    // A smaller example takes as long to find as all the rest.
    { ...drawn, endOnFailure: true },
  )
})

test('a test that a later file calls removed does not pass for known, and waits', async () => {
  const groupIds = [await newGroup(), await newGroup()]
  const [set] = fc.sample(randomSets('results-server'), { numRuns: 1, seed: 7 })
  if (set === undefined) throw new Error('A sample has a set')
  const one = set.files[0]?.tests[0] as DrawnTest // a file has a test
  const file = (correction: DrawnTest['correction']): DrawnFile => ({
    layout: 'results-server',
    people: [],
    tests: [{ ...one, correction, person: { ...one.person, email: 'only@example.org' } }],
  })
  await imported({ ...set, removed: 'void' }, file('ORIGINAL'), groupIds)
  await imported({ ...set, removed: 'void' }, file('REMOVED'), groupIds)
  const [latest] = await app.query<{ id: string }>(app.ours, 'select id from imports order by created_at desc')
  const rows = (await admin.get(`/imports/${latest?.id}/rows`)).json().data
  expect(rows.map(({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code))).toEqual(
    one.lines.map(() => ['differs']),
  )
  expect((await storedIn(groupIds)).tests.map(({ state }) => state)).toEqual(['recorded'])
})

async function newGroup(): Promise<string> {
  const { organisationId } = app.ours.places.home
  const reply = await admin.post('/groups', { organisationId, name: `Group ${crypto.randomUUID()}` })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/** Imports a file as somebody does who answers all that is asked, and returns what was made in the end. */
async function imported(set: DrawnSet, file: DrawnFile, groupIds: readonly string[]): Promise<Made> {
  // The number of files that one person may send is not what is tested here.
  await app.query(app.ours, 'delete from throttle_counters')
  const content = writtenAs(file, set)
  const reply = await admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'file.csv', type: 'text/csv', content }]),
    query: { zone: set.zone },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json().data
  const read = await worked(id)
  expect(read.head?.layout, JSON.stringify(read.problem)).toBe(file.layout)
  let answered = read
  // A device that only removed tests name is asked about once they are not left out.
  for (let asked = -1; asked < devicesIn(answered); answered = await worked(id)) {
    asked = devicesIn(answered)
    const sent = await admin.put(`/imports/${id}/preview`, answersTo(answered, set, groupIds))
    expect(sent.statusCode, sent.body).toBe(200)
  }
  const { preview } = answered
  const started = await admin.put(`/imports/${id}/run`)
  const { run } = await worked(id)
  const made = { tests: run?.tests ?? 0, people: run?.people.made ?? 0 }
  expect({ tests: preview?.tests, people: preview?.people.made }, 'the preview tells what will be made').toEqual(made)
  expect(started.json().code ?? 'started', started.body).toBe(run === null ? 'not-possible' : 'started')
  return made
}

const devicesIn = ({ summary }: FileImport): number => summary?.devices.length ?? 0

/** The answers to everything that is asked about a file. */
function answersTo(read: FileImport, set: DrawnSet, groupIds: readonly string[]) {
  return {
    ...read.answers,
    undetermined: set.undetermined,
    removed: set.removed,
    kits: (read.summary?.devices ?? []).map(({ device, condition, code }) => {
      const at = set.devices.findIndex((name) => readLine(name) === device)
      const named = condition ?? Object.entries(testCodes).find(([, one]) => one === code)?.[0]
      const kit = kits[at]
      const analyteId = kit?.analytes.find(({ name }) => name === named)?.id
      return { device, condition, code, assayId: kit?.id, analyteId }
    }),
    groups: (read.summary?.facilities ?? []).map(({ name }) => ({
      facility: name,
      groupId: groupIds[name === null ? 0 : set.facilities.findIndex((one) => readLine(one) === name)],
    })),
  }
}

/** Does the work of the queues until nothing is left to be done with a file. */
async function worked(id: string): Promise<FileImport> {
  const job = { tenantId: app.ours.id, id }
  for (;;) {
    const one: FileImport = (await admin.get(`/imports/${id}`)).json().data
    if (one.state === 'waiting') await readImport(app.door, files, job)
    else if (one.state === 'matching' || one.state === 'running') await runImport(app.door, job)
    else return one
  }
}

interface Made {
  tests: number
  people: number
}

/** A person as stored, the group by its place in the set. */
interface StoredPerson {
  group: number
  firstName: string
  lastName: string
  dateOfBirth: string
  localId: string | null
  email: string | null
  sex: string | null
  role: string | null
  phone: string | null
  street: string | null
  city: string | null
  county: string | null
}

interface StoredTest {
  person: Pick<StoredPerson, 'group' | 'firstName' | 'lastName' | 'dateOfBirth'>
  performedAt: string
  zone: string
  kit: number
  results: [string, string][]
  state: string
  specimen: string | null
  note: string | null
  recordedBy: string | null
}

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1)

const inOrder = <T>(rows: readonly T[]): T[] =>
  rows
    .map((row): [string, T] => [JSON.stringify(row), row])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)

/** Everything that the groups have. */
async function storedIn(groupIds: readonly string[]) {
  const people = await app.query<Omit<StoredPerson, 'group'> & { groupId: string }>(
    app.ours,
    `select m.group_id as "groupId", i.first_name as "firstName", i.last_name as "lastName", to_char(i.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth",
       i.local_id as "localId", i.email, d.sex, d.role, regexp_replace(d.telephones #>> '{0,number}', '\\D', '', 'g') as phone,
       d.address ->> 'streetAddress' as street, d.address ->> 'city' as city, d.address ->> 'county' as county
     from subject_groups m join subject_identities i using (tenant_id, subject_id) left join subject_details d using (tenant_id, subject_id)
     where m.group_id = any($1)`,
    [groupIds],
  )
  const tests = await app.query<
    Omit<StoredTest, 'kit' | 'results'> & {
      groupId: string
      kitId: string
      lines: { analyteName: string; result: string }[]
    }
  >(
    app.ours,
    `select r.group_id as "groupId", jsonb_build_object('firstName', i.first_name, 'lastName', i.last_name,
         'dateOfBirth', to_char(i.date_of_birth, 'YYYY-MM-DD')) as person,
       to_char(r.performed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "performedAt", r.performed_zone as zone,
       r.assay_id as "kitId", r.analyte_results as lines, r.state, r.specimen, r.note, r.source_recorded_by as "recordedBy"
     from test_records r left join subject_identities i using (tenant_id, subject_id) where r.group_id = any($1)`,
    [groupIds],
  )
  return {
    people: inOrder(
      people.map(({ groupId, ...rest }): StoredPerson => ({ group: groupIds.indexOf(groupId), ...rest })),
    ),
    tests: inOrder(
      tests.map(({ groupId, kitId, lines, person, performedAt, zone, ...rest }): StoredTest => ({
        person: {
          group: groupIds.indexOf(groupId),
          firstName: person.firstName,
          lastName: person.lastName,
          dateOfBirth: person.dateOfBirth,
        },
        performedAt,
        zone,
        kit: kits.findIndex(({ id }) => id === kitId),
        results: lines.map(({ analyteName, result }): [string, string] => [analyteName, result]).toSorted(byName),
        ...rest,
      })),
    ),
  }
}

const textOrNull = (text: string): string | null => readLine(text) || null

/** What importing files one after the other must have stored. */
class Model {
  readonly #set: DrawnSet
  readonly #people = new Map<string, StoredPerson>()
  readonly #tests = new Map<string, StoredTest>()

  constructor(set: DrawnSet) {
    this.#set = set
  }

  stored() {
    return { people: inOrder([...this.#people.values()]), tests: inOrder([...this.#tests.values()]) }
  }

  /** Imports a file, and returns what it makes. */
  take({ layout, people, tests }: DrawnFile): Made {
    const before = { tests: this.#tests.size, people: this.#people.size }
    if (layout === 'patients' || layout === 'patients-upload')
      for (const person of people) this.#personOf(layout, person, 0)
    else for (const test of tests) this.#takeTest(layout, test)
    return { tests: this.#tests.size - before.tests, people: this.#people.size - before.people }
  }

  #takeTest(layout: WrittenLayout, test: DrawnTest): void {
    const isRemoved = test.correction === 'REMOVED'
    if (isRemoved && this.#set.removed === 'leave-out') return
    const key = JSON.stringify([keyOfPerson(test.person), test.performedAt])
    // A test that is known is skipped, or waits if the file says something else.
    if (this.#tests.has(key)) return
    const person = this.#personOf(layout, test.person, test.facilityAt)
    if (person === undefined) return
    const { group, firstName, lastName, dateOfBirth } = person
    const { first, last } = test.submitter
    const isUpload = layout === 'results-upload'
    const undetermined = isUpload ? 'inconclusive' : this.#set.undetermined
    this.#tests.set(key, {
      person: { group, firstName, lastName, dateOfBirth },
      performedAt: test.performedAt.toISOString(),
      zone: isUpload ? 'America/New_York' : layout === 'results-server' ? 'UTC' : this.#set.zone,
      kit: test.deviceAt,
      results: test.lines
        .map(({ condition, result }): [string, string] => [
          condition,
          result === 'inconclusive' ? undetermined : result,
        ])
        .toSorted(byName),
      state: isRemoved ? 'voided' : test.correction === 'CORRECTED' ? 'corrected' : 'recorded',
      specimen: isUpload ? 'Nasal swab' : null,
      note: isUpload
        ? readProse(test.comment ?? '') || null
        : test.correction === 'ORIGINAL'
          ? null
          : 'INCORRECT_RESULT',
      recordedBy: isUpload ? '1013012657' : layout === 'results-server' ? `${first} ${last}` : `${last}, ${first}`,
    })
  }

  /** Finds or makes a person in a group; undefined if the row waits. */
  #personOf(layout: WrittenLayout, person: WrittenPerson, group: number): StoredPerson | undefined {
    const key = `${group} ${keyOfPerson(person)}`
    const known = this.#people.get(key)
    if (known !== undefined) return known
    const email = person.email || null
    const isOfAnother = [...this.#people.values()].some(
      (other) => other.group === group && email !== null && other.email?.toLowerCase() === email.toLowerCase(),
    )
    if (isOfAnother || (email === null && this.#set.identifiesBy === 'email')) return undefined
    const isRoster = layout === 'patients' || layout === 'patients-upload'
    const isUnsaid = layout === 'patients-upload' && person.sex === 'refused'
    const isOther = layout === 'results-upload' && person.sex === 'other'
    const made: StoredPerson = {
      group,
      firstName: readLine(person.firstName),
      lastName: readLine(person.lastName),
      dateOfBirth: person.dateOfBirth,
      localId: isRoster ? null : textOrNull(person.localId),
      email,
      sex: isUnsaid ? null : isOther || person.sex === 'refused' ? 'unknown' : person.sex,
      role: layout === 'results-upload' || person.role === 'UNKNOWN' ? null : person.role.toLowerCase(),
      phone: '14108675309',
      street: textOrNull(person.street),
      // An address without its street is none.
      city: person.street === '' ? null : textOrNull(person.city),
      county: person.street === '' ? null : textOrNull(person.county),
    }
    this.#people.set(key, made)
    return made
  }
}
