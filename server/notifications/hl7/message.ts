import { hash } from 'node:crypto'
import { isOid, type Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import type { NotificationKind } from '../../../contract/notifications/items.ts'
import { resultCodes } from '../../../contract/rules/result-codes.ts'
import { sexes } from '../../../contract/subjects/details.ts'
import { placeOf, type ReportedTest } from '../reported-test.ts'
import { countryCodes, ethnicityOf, flagOf, oids, raceOf } from './codes.ts'
import { addressOf, dayOf, emailOf, organisationOf, phoneOf, providerOf, timeIn } from './parts.ts'
import { composite, fitOf, segment, type Composite } from './segment.ts'

/** What is the same for all messages of a file. */
export interface Sender {
  settings: Hl7Settings
  /** The version of Lateral. */
  softwareVersion: string
  /** When the file was made. */
  madeAt: Date
}

/** OBR-25 and OBX-11: a removal corrects the order and deletes its observations. */
const statuses: Readonly<Record<NotificationKind, { order: string; observation: string }>> = {
  first: { order: 'F', observation: 'F' },
  correction: { order: 'C', observation: 'C' },
  removal: { order: 'C', observation: 'D' },
}

/**
 * Writes one test as ORU^R01 of HL7 v2.5.1: MSH, SFT, PID, ORC, then OBR and OBX for each analyte, and SPM at the end. A note
 * follows the first OBR of a message that may be a repeat, because none may follow MSH, and each OBX that tells an outcome.
 */
export function messageOf(test: ReportedTest, sender: Sender): string {
  const groups = test.lines.map(({ isOutcome }, line) =>
    [
      orderOf(test, sender, line),
      test.mayRepeat && line === 0 ? note(repeatNote) : '',
      observationOf(test, sender, line),
      isOutcome ? note(outcomeNote) : '',
    ].join(''),
  )
  return [header(test, sender), software(sender), patient(test, sender), commonOrder(test, sender), ...groups]
    .concat(specimen(test, sender))
    .join('')
}

const repeatNote =
  'You may have received this message before, with the same message control ID (MSH-10), in a file of which it is not known whether it arrived. It then counts once.'
const outcomeNote =
  'This result is the outcome of several tests in order (a testing algorithm). It is not what the test kit in OBX-17 showed by itself.'

/** A remark of the sender on the segment before. */
function note(text: string): string {
  return segment('NTE', { 1: '1', 2: 'L', 3: text, 4: composite('RE', 'Remark', 'HL70364') })
}

/** Names a system or a facility, by its identifier if it has one, which is local unless it is an object identifier. */
export function designator(name: string | null, id: string | null): Composite | undefined {
  if (name === null && id === null) return undefined
  return id === null ? composite(name) : composite(name, id, isOid(id) ? 'ISO' : 'L')
}

/** Who sends and who receives, for the headers of files and messages. */
export function partiesOf(settings: Hl7Settings): Record<3 | 5 | 6, Composite | undefined> {
  const fit = fitOf(settings)
  return {
    3: designator(application, settings.senderOid),
    5: designator(fit(settings.receivingApplication, 'system'), settings.receivingApplicationOid),
    6: designator(fit(settings.receivingFacility, 'system'), settings.receivingFacilityOid),
  }
}

const application = 'Lateral'

/** The facility that sends: by its object identifier, or else by its CLIA number, which the profile allows in MSH-4. */
export function facilityOf(test: ReportedTest, settings: Hl7Settings): Composite {
  const name = fitOf(settings)(placeOf(test).name, 'system')
  const { clia } = test.group
  if (settings.facilityOid === null && clia !== null) return composite(name, clia, 'CLIA')
  return designator(name, settings.facilityOid) ?? composite(name)
}

/**
 * Who gave out the numbers of tests and people: the facility if it has an object identifier, or else Lateral, because the profile takes
 * nothing but object identifiers there.
 */
function assignerOf(test: ReportedTest, settings: Hl7Settings): Composite {
  return settings.facilityOid === null
    ? (designator(application, settings.senderOid) ?? composite(application))
    : facilityOf(test, settings)
}

const profile = composite('PHLabReport-NoAck', 'phLabResultsELRv251', '2.16.840.1.113883.9.11', 'ISO')

function header(test: ReportedTest, { settings, madeAt }: Sender): string {
  const country = placeOf(test).address?.country
  return segment('MSH', {
    ...partiesOf(settings),
    4: facilityOf(test, settings),
    7: timeIn(madeAt, test.zone),
    9: composite('ORU', 'R01', 'ORU_R01'),
    10: test.messageId,
    11: settings.processing,
    12: '2.5.1',
    15: 'NE',
    16: 'NE',
    17: country && countryCodes[country],
    18: 'UNICODE UTF-8',
    21: profile,
  })
}

function software({ softwareVersion }: Sender): string {
  return segment('SFT', { 1: composite('Lateral', 'L'), 2: softwareVersion, 3: 'Lateral', 4: softwareVersion })
}

function patient(test: ReportedTest, { settings }: Sender): string {
  const { id, firstName, lastName, dateOfBirth, email, localId, details } = test.person
  const fit = fitOf(settings)
  const assigner = assignerOf(test, settings).components.map(String)
  const phones = (details.telephones ?? []).map(({ number, type }) =>
    phoneOf(number, 'PRN', type === 'mobile' ? 'CP' : 'PH'),
  )
  return segment('PID', {
    1: '1',
    3: [
      composite(shortId(id), '', '', assigner, 'PI'),
      // An identifier that is cut would be somebody else's.
      ...(localId === null || localId.length > idRoom ? [] : [composite(localId, '', '', assigner, 'PT')]),
      ...(details.nhsNumber === null
        ? []
        : [composite(details.nhsNumber, '', '', ['NHS', oids.nhsNumber, 'ISO'], 'NH')]),
    ],
    5: composite(fit(lastName, 'familyName'), fit(firstName, 'givenName'), '', '', '', '', 'L'),
    7: dayOf(dateOfBirth),
    8: details.sex && sexes[details.sex],
    10: raceOf(details.race),
    11: addressOf(details.address, 'H', settings),
    13: [...phones, ...(email === null ? [] : [emailOf(email)])],
    22: ethnicityOf(details.ethnicity),
  })
}

/** The characters of an identifier in a CX. */
const idRoom = 15

/**
 * The identifier of a person in as many characters as PID-3 has room for: the same in every message, and no two people's, as far as 75
 * bits tell people apart.
 */
function shortId(id: string): string {
  const bits = BigInt(`0x${hash('sha256', id)}`) >> BigInt(256 - 5 * idRoom)
  return bits.toString(32).padStart(idRoom, '0').toUpperCase()
}

/**
 * The number of an order, which stays the same when a test is corrected or removed: the test ID, and from the second order on with its
 * number, because OBR-3 must not repeat within a message.
 */
function fillerNumber(test: ReportedTest, settings: Hl7Settings, line: number): Composite {
  const number = line === 0 ? test.testId : `${test.testId}-${line + 1}`
  return composite(number, ...assignerOf(test, settings).components)
}

/** What the order is called by whoever placed it, which is the same place. */
function placerNumber(test: ReportedTest, settings: Hl7Settings, line: number): Composite | undefined {
  return settings.placerNumber === 'filler' ? fillerNumber(test, settings, line) : undefined
}

function commonOrder(test: ReportedTest, { settings }: Sender): string {
  const fit = fitOf(settings)
  const { name, address, phone } = placeOf(test)
  const contact = phone === null ? undefined : phoneOf(phone, 'WPN')
  return segment('ORC', {
    1: 'RE',
    2: placerNumber(test, settings, 0),
    3: fillerNumber(test, settings, 0),
    12: providerOf(test.group.provider, fit),
    14: contact,
    21: organisationOf(fit(name, 'organisation'), test.group.clia, 'XX'),
    22: addressOf(address, 'B', settings),
    23: contact,
    24: addressOf(address, 'B', settings),
  })
}

function codeOf(test: ReportedTest, line: number): Composite | undefined {
  const found = test.lines[line]
  return found && composite(found.loinc, found.analyte, found.loinc === null ? 'L' : 'LN')
}

function orderOf(test: ReportedTest, { settings }: Sender, line: number): string {
  const { phone } = placeOf(test)
  const performed = timeIn(test.performedAt, test.zone)
  return segment('OBR', {
    1: String(line + 1),
    2: placerNumber(test, settings, line),
    3: fillerNumber(test, settings, line),
    4: codeOf(test, line),
    7: performed,
    8: performed,
    16: providerOf(test.group.provider, fitOf(settings)),
    17: phone === null ? undefined : phoneOf(phone, 'WPN'),
    22: timeIn(test.issuedAt, test.zone),
    25: statuses[test.kind].order,
  })
}

function observationOf(test: ReportedTest, { settings }: Sender, line: number): string {
  const { name, address } = placeOf(test)
  const found = test.lines[line]
  if (found === undefined) throw new RangeError('The test has no such line')
  const { code, display } = resultCodes[found.result]
  const { kit } = test
  const performed = timeIn(test.performedAt, test.zone)
  const fit = fitOf(settings)
  return segment('OBX', {
    1: '1',
    2: 'CWE',
    3: codeOf(test, line),
    5: composite(code, display, settings.resultSystem),
    7: settings.referenceRange,
    8: flagOf(found.result),
    11: statuses[test.kind].observation,
    14: performed,
    15: test.group.clia === null ? undefined : composite(test.group.clia, name, 'CLIA'),
    17: composite(kit.model ?? kit.name, [kit.name, kit.manufacturer].filter((part) => part !== null).join(', '), 'L'),
    18: kit.gtin === null ? undefined : composite(kit.gtin, 'GTIN', oids.gtin, 'ISO'),
    19: performed,
    23: organisationOf(fit(name, 'organisation'), test.group.clia, 'FI'),
    24: addressOf(address, 'B', settings),
  })
}

/** The specimen, which is collected, received and put on the device in one go. */
function specimen(test: ReportedTest, { settings }: Sender): string {
  const performed = timeIn(test.performedAt, test.zone)
  const { name, snomed } = test.specimen ?? { name: 'unknown', snomed: null }
  const type =
    test.specimen === null
      ? composite('UNK', name, 'NULLFL')
      : snomed === null
        ? composite('', name)
        : composite(snomed, name, 'SCT')
  const assigner = assignerOf(test, settings).components.map(String)
  return segment('SPM', {
    1: '1',
    2: composite('', [test.testId, ...assigner]),
    4: type,
    17: composite(performed, performed),
    18: performed,
  })
}
