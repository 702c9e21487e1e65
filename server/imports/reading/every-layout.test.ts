import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposedAnswers, type ImportAnswers } from '../../../contract/imports/answers.ts'
import type { Keeps } from '../../../contract/imports/imported-person.ts'
import type { Layout } from '../../../contract/imports/layouts.ts'
import { readLine } from '../../../contract/rules/written-characters.ts'
import {
  browserDownload,
  patientsDownload,
  patientsUpload,
  resultsUpload,
  serverDownload,
  testCodes,
  wideDownload,
  type WrittenPerson,
  type WrittenTest,
} from '../../../tests/server/import-files.ts'
import { detailKinds } from '../../../contract/subjects/detail-kinds.ts'
import { readFile } from './read-file.ts'
import type { ReadMessage, RowMessage } from './read-messages.ts'

const zone = 'America/Los_Angeles'
const now = new Date('2026-11-26T12:00:00Z')

/** Texts as they are stored, with everything that a file must quote. */
const text = fc
  .string({ unit: fc.constantFrom(...`abcXYZéñßŁ语 '",;-.|\u2028`), minLength: 1, maxLength: 12 })
  .map((drawn) => `A${readLine(drawn)}`)
  // SimpleReport's browser wrote this sign between cells inside of them as well.
  .filter((drawn) => readLine(drawn) === drawn && !drawn.includes('","') && !/[",]$/.test(drawn))

const minute = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 60_000, max: Date.parse(to) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000))

const person: fc.Arbitrary<WrittenPerson> = fc.record({
  firstName: text,
  middleName: fc.oneof(fc.constant(''), text),
  lastName: text,
  dateOfBirth: fc
    .integer({ min: -20_000, max: 18_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  localId: fc.oneof(fc.constant(''), text),
  email: fc.constantFrom('', 'jo.green@example.org', 'ana+tests@clinica.example'),
  phone: fc.constantFrom('410-867-5309', '(410) 867-5309'),
  street: fc.oneof(fc.constant(''), text),
  city: fc.oneof(fc.constant(''), text),
  county: fc.oneof(fc.constant(''), text),
  sex: fc.constantFrom('male', 'female', 'other', 'refused'),
  role: fc.constantFrom('STAFF', 'RESIDENT', 'STUDENT', 'VISITOR', 'UNKNOWN'),
})

const lines = fc
  .uniqueArray(fc.constantFrom('COVID-19', 'Flu A', 'Flu B', 'RSV'), { minLength: 1, maxLength: 4 })
  .chain((conditions) =>
    fc.tuple(
      ...conditions.map((condition) =>
        fc.record({
          condition: fc.constant(condition),
          result: fc.constantFrom('positive' as const, 'negative' as const, 'inconclusive' as const),
        }),
      ),
    ),
  )

const tests: fc.Arbitrary<WrittenTest[]> = fc.array(person, { minLength: 1, maxLength: 4 }).chain((people) =>
  fc.array(
    fc.record({
      person: fc.constantFrom(...people),
      performedAt: minute('2022-01-10T00:00Z', '2026-08-31T00:00Z'),
      reportedAt: minute('2022-01-10T00:00Z', '2026-08-31T00:00Z'),
      device: text,
      facility: text,
      submitter: fc.record({ first: fc.constantFrom('Jane', 'Ravi'), last: fc.constantFrom('Doe', 'Patel-Ruiz') }),
      lines,
      correction: fc.constantFrom('ORIGINAL', 'CORRECTED', 'REMOVED'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
)

/** What a tenant keeps that keeps everything. */
const keeps: Keeps = { details: detailKinds, countries: ['US'] }

async function read(file: string | Buffer, answers: ImportAnswers): Promise<ReadMessage[]> {
  async function* chunks() {
    const whole = Buffer.from(file)
    for (let at = 0; at < whole.length; at += 1000) yield whole.subarray(at, at + 1000)
  }
  const messages: ReadMessage[] = []
  for await (const message of readFile(chunks(), { answers, words: [], zone, keeps, now })) messages.push(message)
  return messages
}

async function rowsRead(file: string | Buffer, layout: Layout): Promise<RowMessage[]> {
  const answers = { ...proposedAnswers(layout, zone), undetermined: 'inconclusive', removed: 'void' } as const
  const messages = await read(file, answers)
  expect(messages[0]).toMatchObject({ kind: 'head', layout })
  expect(messages.at(-1)).toMatchObject({ kind: 'end', summary: { wrong: 0 } })
  return messages.filter((message) => message.kind === 'row')
}

/** What a file tells of a test, with times that a clock goes back over left out: they may be either of two. */
const told = ({ person, test, results }: RowMessage) => ({
  firstName: person?.firstName,
  middleName: person?.middleName ?? '',
  lastName: person?.lastName,
  dateOfBirth: person?.dateOfBirth,
  localId: person?.localId ?? '',
  email: person?.emails.join(';'),
  phone: person?.phones.map(({ number }) => number).join(';'),
  street: person?.address?.streetAddress ?? '',
  city: person?.address?.city ?? '',
  county: person?.address?.county ?? '',
  performedAt: test?.performedAt,
  reportedAt: test?.reportedAt,
  device: test?.deviceModel,
  facility: test?.facility,
  correction: test?.correction,
  results: results.map(({ condition, code, result }) => [condition ?? code, result]),
})

const expected = (one: WrittenTest, named: (condition: string) => string = (condition) => condition) => {
  const { sex: _, role: __, ...whose } = one.person
  return {
    ...whose,
    performedAt: one.performedAt.toISOString(),
    reportedAt: one.reportedAt.toISOString(),
    device: one.device,
    facility: one.facility,
    correction: one.correction.toLowerCase(),
    results: one.lines.map(({ condition, result }) => [named(condition), result]),
  }
}

/** Results by the names of their lines. */
const inOrder = (results: readonly (string | null | undefined)[][]) =>
  results.toSorted(([one], [other]) => String(one).localeCompare(String(other)))

/** A clock shows these hours twice, in the zones of these files; the first is taken. */
const isClear = (at: Date) => !/-11-0[1-9]T0[4-9]/.test(at.toISOString()) && !/-11-0[1-9]T10/.test(at.toISOString())
const clear = tests.filter((list) =>
  list.every(({ performedAt, reportedAt }) => [performedAt, reportedAt].every(isClear)),
)

const runs = { numRuns: 60 }

/** Rows of one test, in the order of the file. */
function joined(rows: readonly RowMessage[]) {
  const byTest = Map.groupBy(rows, ({ testKey }) => testKey)
  return [...byTest.values()].map((ofTest) => ({
    ...told(ofTest[0] as RowMessage), // a group has a row
    results: ofTest.flatMap((row) => told(row).results),
  }))
}

/** Equal tests are one, and the newest report of it counts; the property is about tests that differ. */
const different = clear.filter((list) => {
  const keys = list.map((one) => `${one.performedAt.getTime()}`)
  return new Set(keys).size === keys.length
})

test('a download of one row for each test and disease is read as it was written, by the server', async () => {
  await fc.assert(
    fc.asyncProperty(different, async (list) => {
      const rows = await rowsRead(serverDownload(list), 'results-server')
      expect(joined(rows)).toEqual(list.map((one) => expected(one)))
    }),
    runs,
  )
})

test('a download of one row for each test and disease is read as it was written, by the browser', async () => {
  await fc.assert(
    fc.asyncProperty(different, async (list) => {
      const rows = await rowsRead(browserDownload(list, zone), 'results-browser')
      expect(joined(rows)).toEqual(list.map((one) => expected(one)))
    }),
    runs,
  )
})

test('a download of one row for each test is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(different, async (list) => {
      const rows = await rowsRead(wideDownload(list, zone), 'results-wide')
      const sorted = (one: ReturnType<typeof expected>) => ({ ...one, results: inOrder(one.results) })
      expect(rows.map(told).map((one) => ({ ...one, results: inOrder(one.results) }))).toEqual(
        list.map((one) => sorted(expected(one))),
      )
    }),
    runs,
  )
})

test('an upload of results is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(different, async (list) => {
      const unmarked = list.map((one) => ({
        ...one,
        correction: one.correction === 'REMOVED' ? ('ORIGINAL' as const) : one.correction,
      }))
      const rows = await rowsRead(resultsUpload(unmarked), 'results-upload')
      expect(joined(rows)).toEqual(unmarked.map((one) => expected(one, (condition) => testCodes[condition] ?? '')))
    }),
    runs,
  )
})

test('rosters are read as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), async (people) => {
      for (const [file, layout] of [
        [patientsDownload(people, ['North', 'South']), 'patients'],
        [patientsUpload(people), 'patients-upload'],
      ] as const) {
        const rows = await rowsRead(file, layout)
        const whose = people.map(({ sex: _, role: __, localId: ___, ...rest }) => rest)
        expect(rows.map(told)).toMatchObject(whose)
        expect(
          rows.every(({ test: one, person: found }) => one === null && found?.livesInCongregateSetting === 'yes'),
        ).toBe(true)
      }
    }),
    runs,
  )
})

test('a test has one key in every download, whichever program wrote it', async () => {
  await fc.assert(
    fc.asyncProperty(different, async (list) => {
      const files = await Promise.all([
        rowsRead(serverDownload(list), 'results-server'),
        rowsRead(browserDownload(list, zone), 'results-browser'),
        rowsRead(wideDownload(list, zone), 'results-wide'),
      ])
      const [one, ...others] = files.map((rows) => [...new Set(rows.map(({ testKey }) => testKey))])
      expect(new Set(one).size).toBe(list.length)
      for (const other of others) expect(other).toEqual(one)
    }),
    { numRuns: 30 },
  )
})

test('of overlapping downloads in one file, each result counts once, and the one that was reported last', async () => {
  const jo: WrittenPerson = {
    firstName: 'Jo',
    middleName: '',
    lastName: 'Green',
    dateOfBirth: '1984-02-29',
    localId: '',
    email: '',
    phone: '410-867-5309',
    street: '',
    city: '',
    county: '',
    sex: 'female',
    role: 'STAFF',
  }
  const first: WrittenTest = {
    person: jo,
    performedAt: new Date('2026-03-01T10:00Z'),
    reportedAt: new Date('2026-03-01T10:20Z'),
    device: 'Quay 3',
    facility: 'North',
    submitter: { first: 'Jane', last: 'Doe' },
    lines: [{ condition: 'COVID-19', result: 'negative' }],
    correction: 'ORIGINAL',
  }
  const corrected: WrittenTest = {
    ...first,
    reportedAt: new Date('2026-03-02T08:00Z'),
    lines: [{ condition: 'COVID-19', result: 'positive' }],
    correction: 'CORRECTED',
  }
  const rows = await rowsRead(serverDownload([first, corrected, first]), 'results-server')
  expect(rows.map(({ line, repeats, replaces }) => ({ line, repeats, replaces }))).toEqual([
    { line: 2, repeats: null, replaces: null },
    { line: 3, repeats: null, replaces: 2 },
    { line: 4, repeats: 3, replaces: null },
  ])
  const other = { ...first, lines: [{ condition: 'COVID-19', result: 'positive' as const }] }
  const messages = await read(serverDownload([first, other]), proposedAnswers('results-server', zone))
  expect(messages.filter((message) => message.kind === 'row').map(({ problems }) => problems)).toEqual([
    [],
    [{ column: null, code: 'contradicts', value: 2 }],
  ])
  for (const removed of ['leave-out', 'void', 'ask'] as const) {
    const taken: WrittenTest = { ...first, correction: 'REMOVED' }
    const answers = { ...proposedAnswers('results-server', zone), removed }
    for (const file of [
      [first, taken],
      [first, { ...taken, reportedAt: corrected.reportedAt }],
    ]) {
      const told = (await read(serverDownload(file), answers)).filter((message) => message.kind === 'row')
      expect(
        told.map(({ replaces }) => replaces),
        'what was marked as an error takes back what tells of the same',
      ).toEqual([null, 2])
    }
    const again = (await read(serverDownload([taken, first]), answers)).filter((message) => message.kind === 'row')
    expect(again.map(({ repeats }) => repeats)).toEqual([null, 2])
  }
  const sameMinute = await rowsRead(resultsUpload([first, first]), 'results-upload')
  expect(new Set(sameMinute.map(({ testKey }) => testKey)).size, 'two accession numbers are two tests').toBe(2)
})
