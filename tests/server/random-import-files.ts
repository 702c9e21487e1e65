import fc from 'fast-check'
import { localParts, instantsOf } from '../../contract/rules/dates.ts'
import { folded } from '../../contract/rules/folding.ts'
import { isReadable, isShownEverywhere, readLine } from '../../contract/rules/written-characters.ts'
import type { IdentifiesBy } from '../../contract/subjects/detail-kinds.ts'
import {
  browserDownload,
  patientsDownload,
  patientsUpload,
  resultsUpload,
  serverDownload,
  wideDownload,
  type WrittenPerson,
  type WrittenTest,
} from './import-files.ts'

const downloads = ['results-server', 'results-browser', 'results-wide'] as const
export const writtenLayouts = [...downloads, 'results-upload', 'patients', 'patients-upload'] as const
export type WrittenLayout = (typeof writtenLayouts)[number]

/** The lines of each kit that is tested with, by what files call them. */
export const kitConditions = [['COVID-19'], ['COVID-19', 'Flu A'], ['Flu B', 'RSV', 'COVID-19']] as const

/** A test as a file has it, with the places of its facility and its device in the set. */
export interface DrawnTest extends WrittenTest {
  facilityAt: number
  deviceAt: number
}

/** A file of a set: tests, or the people of a roster. */
export interface DrawnFile {
  layout: WrittenLayout
  people: WrittenPerson[]
  tests: DrawnTest[]
}

/** Files that are imported one after the other, and the answers about them. */
export interface DrawnSet {
  files: DrawnFile[]
  identifiesBy: IdentifiesBy
  zone: string
  undetermined: 'inconclusive' | 'invalid'
  removed: 'void' | 'leave-out'
  facilities: string[]
  devices: string[]
}

const zones = ['America/Los_Angeles', 'Asia/Kolkata', 'Europe/London', 'America/St_Johns']
const signs = [
  ...`abcXYZ '",-.|&<`,
  'é',
  'ñ',
  'ß',
  'Ł',
  'İ',
  'и',
  '语',
  'ك',
  'भि',
  '👩‍⚕️',
  '\u00a0',
  '\u2028',
  '\n',
  '\r\n',
  '\t',
  'e\u0301',
]

/** A text that is read as it is written, apart from spaces, line breaks and marks that can be written in several ways. */
const text = (most: number) =>
  fc
    .tuple(
      fc.constantFrom('A', 'É', 'Ж', '语', 'ß', 'ا'),
      fc.string({
        unit: fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
        maxLength: most,
      }),
    )
    .map(([first, rest]) => first + rest)
    .filter(
      (drawn) =>
        isReadable(drawn) &&
        isShownEverywhere(drawn) &&
        !drawn.includes('\ufffd') &&
        readLine(drawn).length <= 40 &&
        // SimpleReport's browser wrote these between cells, and escaped none inside.
        !/"[\r\n]*[",]|[",\s]$|"\r?\n/.test(drawn),
    )

const person: fc.Arbitrary<WrittenPerson> = fc.record({
  firstName: text(10),
  middleName: fc.oneof(fc.constant(''), text(5)),
  lastName: text(10),
  dateOfBirth: fc
    .integer({ min: -14_000, max: 18_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  localId: fc.oneof(fc.constantFrom('', 'ID-7', 'id 7'), text(6)),
  email: fc.oneof(
    fc.constantFrom('', 'Jo.Green@example.org', 'jo.green@example.org', "o'neil+tests@clinica.example"),
    fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.org$/),
  ),
  phone: fc.constantFrom('410-867-5309', '(410) 867-5309'),
  street: fc.oneof(fc.constant(''), text(10)),
  city: fc.oneof(fc.constant(''), text(6)),
  county: fc.oneof(fc.constant(''), text(6)),
  sex: fc.constantFrom('male', 'female', 'other', 'refused'),
  role: fc.constantFrom('STAFF', 'RESIDENT', 'STUDENT', 'VISITOR', 'UNKNOWN'),
})

/** People, some of them with a twin, who may have the same email. */
const people = fc
  .array(fc.tuple(person, fc.option(fc.tuple(text(8), fc.boolean()))), { minLength: 2, maxLength: 5 })
  .map((drawn) =>
    drawn.flatMap(([one, twin]) =>
      twin === null ? [one] : [one, { ...one, firstName: twin[0], ...(!twin[1] && { email: '' }) }],
    ),
  )
  .map((drawn) => [...new Map(drawn.map((one) => [keyOfPerson(one), one])).values()])

/** The text by which rows are of one person. */
export function keyOfPerson({ firstName, lastName, dateOfBirth }: WrittenPerson): string {
  return JSON.stringify([folded(readLine(firstName)), folded(readLine(lastName)), dateOfBirth])
}

const minute = fc
  .integer({ min: Date.parse('2022-01-10T00:00Z') / 60_000, max: Date.parse('2026-08-31T00:00Z') / 60_000 })
  .map((minutes) => new Date(minutes * 60_000))
  // Nobody knows which one is meant when a clock shows a time twice.
  .filter((at) => [...zones, 'America/New_York'].every((zone) => isShownOnce(at, zone)))

function isShownOnce(at: Date, zone: string): boolean {
  const { day, time } = localParts(at, zone)
  return instantsOf(day, time.slice(0, 5), zone).length === 1
}

const drawnTest = fc.record({
  who: fc.nat(),
  facilityAt: fc.nat({ max: 1 }),
  deviceAt: fc.nat({ max: kitConditions.length - 1 }),
  performedAt: minute,
  results: fc.array(fc.constantFrom('positive' as const, 'negative' as const, 'inconclusive' as const), {
    minLength: 3,
    maxLength: 3,
  }),
  submitter: fc.record({ first: fc.constantFrom('Jane', 'Ravi'), last: fc.constantFrom('Doe', 'Patel-Ruiz') }),
  correction: fc.constantFrom('ORIGINAL' as const, 'ORIGINAL' as const, 'CORRECTED' as const, 'REMOVED' as const),
  comment: fc.oneof(fc.constant(''), text(12)),
  isShouted: fc.boolean(),
  /** Whether the overlapping file has it, although the first has it, and with another result. */
  comesAgain: fc.boolean(),
  hasChanged: fc.boolean(),
})

/**
 * Draws a file of a layout, the same file once more, and one that overlaps with it. Those of a download overlap with a download
 * of any other generation. Facilities have names that no other set has.
 */
export const randomSets = (layout: WrittenLayout): fc.Arbitrary<DrawnSet> =>
  fc
    .record({
      marker: fc.uuid(),
      people,
      tests: fc.uniqueArray(drawnTest, {
        minLength: 4,
        maxLength: 10,
        selector: ({ performedAt }) => performedAt.getTime(),
      }),
      first: fc.integer({ min: 1, max: 8 }),
      other: fc.constantFrom(...downloads),
      identifiesBy: fc.constantFrom('names' as const, 'names' as const, 'email' as const),
      zone: fc.constantFrom(...zones),
      undetermined: fc.constantFrom('inconclusive' as const, 'invalid' as const),
      removed: fc.constantFrom('void' as const, 'leave-out' as const),
      facilities: fc.tuple(text(8), text(8)),
      devices: fc.tuple(text(8), text(8), text(8)),
    })
    .map((drawn) => {
      const { marker, identifiesBy, zone, undetermined, removed } = drawn
      const facilities = drawn.facilities.map((name, at) => `${name.replaceAll(';', '')} ${marker} ${at}`)
      const devices = drawn.devices.map((name, at) => `${name} ${at}`)
      const tests = drawn.tests.map(({ who, results, isShouted, deviceAt, facilityAt, correction, ...rest }) => ({
        ...rest,
        deviceAt,
        facilityAt,
        person: written(drawn.people[who % drawn.people.length] as WrittenPerson, isShouted),
        reportedAt: new Date('2026-09-01T00:00Z'),
        device: devices[deviceAt] ?? '',
        facility: facilities[facilityAt] ?? '',
        lines: (kitConditions[deviceAt] ?? []).map((condition, line) => ({
          condition,
          result: results[line] ?? 'negative',
        })),
        // The template for uploads knows no removed results.
        correction: layout === 'results-upload' && correction === 'REMOVED' ? ('ORIGINAL' as const) : correction,
      }))
      const isDownload = downloads.some((one) => one === layout)
      const firstTests = tests.slice(0, drawn.first)
      const again = firstTests
        .filter(({ comesAgain }) => comesAgain)
        .map((test) => (test.hasChanged ? changed(test) : test))
      const first = { layout, people: drawn.people.slice(0, drawn.first), tests: firstTests }
      const overlapping = {
        layout: isDownload ? drawn.other : layout,
        people: drawn.people,
        tests: [...again, ...tests.slice(drawn.first)],
      }
      return { files: [first, first, overlapping], identifiesBy, zone, undetermined, removed, facilities, devices }
    })

/** Somebody may write a name in capitals, which makes nobody else of a person. */
function written(one: WrittenPerson, isShouted: boolean): WrittenPerson {
  const shouted = { ...one, firstName: one.firstName.toUpperCase(), lastName: one.lastName.toUpperCase() }
  return isShouted && keyOfPerson(shouted) === keyOfPerson(one) ? shouted : one
}

function changed(test: DrawnTest): DrawnTest {
  const lines = test.lines.map(({ condition, result }) => ({
    condition,
    result: result === 'positive' ? ('negative' as const) : ('positive' as const),
  }))
  return { ...test, lines, correction: test.correction === 'ORIGINAL' ? 'CORRECTED' : test.correction }
}

/** Writes a file as the program did that its layout is of. */
export function writtenAs({ layout, people: all, tests }: DrawnFile, { zone, facilities }: DrawnSet): string {
  switch (layout) {
    case 'results-server':
      return serverDownload(tests)
    case 'results-browser':
      return browserDownload(tests, zone)
    case 'results-wide':
      return wideDownload(tests, zone)
    case 'results-upload':
      return resultsUpload(tests)
    case 'patients':
      return patientsDownload(all, facilities.slice(0, 1))
    case 'patients-upload':
      return patientsUpload(all)
  }
}
