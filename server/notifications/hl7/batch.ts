import { isDeepStrictEqual } from 'node:util'
import type { Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import type { ReportedTest } from '../reported-test.ts'
import { designator, facilityOf, messageOf, partiesOf, type Sender } from './message.ts'
import { timeIn } from './parts.ts'
import { fitOf, segment, type Composite } from './segment.ts'

/**
 * Writes tests as a file of HL7 v2.5.1 with one batch: FHS, BHS, a message for each test, BTS, FTS. The file and its batch
 * are named by the id of the report. Throws for no tests, as a batch without messages is refused by receivers.
 */
export function batchOf(tests: readonly ReportedTest[], reportId: string, sender: Sender): string {
  const [first] = tests
  if (first === undefined) throw new RangeError('A batch needs a test')
  const { settings } = sender
  const header = {
    ...partiesOf(settings),
    4: sendingFacility(tests, first, settings),
    7: timeIn(sender.madeAt, first.zone),
    10: tests.some(({ mayRepeat }) => mayRepeat) ? hasRepeats : undefined,
    11: reportId,
  }
  return [
    segment('FHS', { ...header, 9: `${reportId}.hl7` }),
    segment('BHS', header),
    ...tests.map((test) => messageOf(test, sender)),
    segment('BTS', { 1: String(tests.length) }),
    segment('FTS', { 1: '1' }),
  ].join('')
}

/** The facility that sends the file: that of its tests, or the tenant if they are of several. */
function sendingFacility(
  tests: readonly ReportedTest[],
  first: ReportedTest,
  settings: Sender['settings'],
): Composite | undefined {
  const facility = facilityOf(first, settings)
  const isOfAll = tests.every((test) => isDeepStrictEqual(facilityOf(test, settings), facility))
  return isOfAll
    ? facility
    : designator(fitOf(settings)(first.tenantName, 'system'), settings.facilityOid ?? settings.senderOid)
}

/** At most 80 characters, as FHS-10 and BHS-10 hold. */
const hasRepeats = 'Some messages may repeat earlier ones with the same message control ID (MSH-10)'

/** What a message to a health department must have. */
const needed = ['lastName', 'phone', 'loinc', 'facility'] as const
export type MissingInHl7 = (typeof needed)[number]

/**
 * Lists what a message cannot do without and this test has not: the person's last name, a telephone of the place, which
 * ORC-23 requires, a LOINC code of each line, and a number of the facility, which MSH-4 requires.
 */
export function missingInHl7(test: ReportedTest, { facilityOid }: Hl7Settings): MissingInHl7[] {
  const isMissing: Record<MissingInHl7, boolean> = {
    lastName: test.person.lastName === null,
    phone: (test.group.phone ?? test.organisation.phone) === null,
    loinc: test.lines.some(({ loinc }) => loinc === null),
    facility: facilityOid === null && test.group.clia === null,
  }
  return needed.filter((field) => isMissing[field])
}
