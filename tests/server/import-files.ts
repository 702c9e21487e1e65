import type { Result } from '../../contract/rules/results.ts'
import { localParts } from '../../contract/rules/dates.ts'

/** Writes files in the layouts that are imported, as the programs did that they come from, with invented people. */

export interface WrittenPerson {
  firstName: string
  middleName: string
  lastName: string
  /** YYYY-MM-DD. */
  dateOfBirth: string
  localId: string
  email: string
  phone: string
  street: string
  city: string
  county: string
  sex: 'male' | 'female' | 'other' | 'refused'
  role: 'STAFF' | 'RESIDENT' | 'STUDENT' | 'VISITOR' | 'UNKNOWN'
}

export interface WrittenTest {
  person: WrittenPerson
  /** Whole minutes. */
  performedAt: Date
  reportedAt: Date
  device: string
  facility: string
  submitter: { first: string; last: string }
  lines: { condition: string; result: Exclude<Result, 'invalid'> }[]
  correction: 'ORIGINAL' | 'CORRECTED' | 'REMOVED'
  /** Only the template for uploads has a column for it. */
  comment?: string
}

type Row = Readonly<Record<string, string>>

/** M/D/YYYY parts of a day, YYYY-MM-DD. */
function usDay(day: string): string {
  const [year, month, ofMonth] = day.split('-')
  return `${month}/${ofMonth}/${year}`
}

function usTime(at: Date, zone: string, halves: readonly [string, string]): string {
  const { day, time } = localParts(at, zone)
  const hours = Number(time.slice(0, 2))
  return `${usDay(day)} ${hours % 12 || 12}:${time.slice(3, 5)}${halves[hours < 12 ? 0 : 1]}`
}

const longHeaders = [
  'Patient first name',
  'Patient middle name',
  'Patient last name',
  'Patient full name',
  'Patient date of birth',
  'Test date',
  'Condition',
  'Result',
  'Result reported date',
  'Test correction status',
  'Test correction reason',
  'Device name',
  'Device manufacturer',
  'Device model',
  'Device swab type',
  'Has symptoms',
  'Symptoms present',
  'Symptom onset',
  'Facility name',
  'Submitter',
  'Patient role',
  'Patient ID (Student ID, Employee ID, etc.)',
  'Patient preferred language',
  'Patient phone number',
  'Patient email',
  'Patient street address',
  'Patient street address 2',
  'Patient city',
  'Patient state',
  'Patient zip code',
  'Patient county',
  'Patient country',
  'Patient gender',
  'Patient race',
  'Patient ethnicity',
  'Patient tribal affiliation',
  'Patient is a resident in a congregate setting',
  'Patient is employed in healthcare',
]

function downloadedRow(test: WrittenTest, zone: string, isOfServer: boolean): Row {
  const { person, submitter } = test
  const halves = isOfServer ? (['AM', 'PM'] as const) : (['am', 'pm'] as const)
  const { first, last } = submitter
  return {
    'Patient first name': person.firstName,
    'Patient middle name': person.middleName,
    'Patient last name': person.lastName,
    'Patient full name': isOfServer
      ? `${person.firstName} ${person.lastName}`
      : `${person.lastName}, ${person.firstName}`,
    'Patient date of birth': usDay(person.dateOfBirth),
    'Test date': usTime(test.performedAt, zone, halves),
    'Result reported date': usTime(test.reportedAt, zone, halves),
    'Test correction status': test.correction,
    'Test correction reason': test.correction === 'ORIGINAL' ? '' : 'INCORRECT_RESULT',
    'Device name': test.device,
    'Device manufacturer': 'Quay Diagnostics',
    'Device model': test.device,
    'Device swab type': 'Nasal swab',
    'Has symptoms': 'No',
    'Symptoms present': 'No symptoms',
    'Symptom onset': isOfServer ? '' : 'Invalid date',
    'Facility name': test.facility,
    Submitter: isOfServer ? `${first} ${last}` : `${last}, ${first}`,
    'Patient role': person.role,
    'Patient ID (Student ID, Employee ID, etc.)': person.localId,
    'Patient preferred language': 'English',
    'Patient phone number': person.phone,
    'Patient email': person.email,
    'Patient street address': person.street || '** Unknown / Not Given **',
    'Patient city': person.city,
    'Patient state': person.street === '' ? 'NA' : 'MA',
    'Patient zip code': person.street === '' ? '00000' : '02108',
    'Patient county': person.county,
    'Patient country': 'USA',
    'Patient gender': person.sex,
    'Patient race': 'other',
    'Patient ethnicity': 'not_hispanic',
    'Patient tribal affiliation': '',
    'Patient is a resident in a congregate setting': 'true',
    'Patient is employed in healthcare': '',
  }
}

const resultWords = { positive: 'POSITIVE', negative: 'NEGATIVE', inconclusive: 'UNDETERMINED' } as const

/** SimpleReport's download of July 2025 and later. Its times are UTC. */
export function serverDownload(tests: readonly WrittenTest[]): string {
  return standardCsv(longHeaders, longRows(tests, 'UTC', true))
}

/** SimpleReport's download of April 2024 to July 2025, with times of the browser's zone. */
export function browserDownload(tests: readonly WrittenTest[], zone: string): string {
  return quotedCsv(longHeaders, longRows(tests, zone, false))
}

function longRows(tests: readonly WrittenTest[], zone: string, isOfServer: boolean): Row[] {
  return tests.flatMap((test) =>
    test.lines.map(({ condition, result }) => ({
      ...downloadedRow(test, zone, isOfServer),
      Condition: condition,
      Result: resultWords[result],
    })),
  )
}

const wideConditions = ['COVID-19', 'Flu A', 'Flu B', 'RSV', 'HIV', 'Syphilis']
const wideWords = { positive: 'Positive', negative: 'Negative', inconclusive: 'Inconclusive' } as const

/** SimpleReport's download until April 2024, with a column for each disease. */
export function wideDownload(tests: readonly WrittenTest[], zone: string): string {
  const headers = longHeaders.flatMap((header) => {
    if (header === 'Result') return []
    return header === 'Condition' ? wideConditions.map((condition) => `${condition} result`) : [header]
  })
  const rows = tests.map((test) => ({
    ...downloadedRow(test, zone, false),
    ...Object.fromEntries(
      wideConditions.map((condition) => {
        const line = test.lines.find((one) => one.condition === condition)
        return [`${condition} result`, line === undefined ? 'Unknown' : wideWords[line.result]]
      }),
    ),
  }))
  return quotedCsv(headers, rows)
}

/** SimpleReport's download of patients. */
export function patientsDownload(people: readonly WrittenPerson[], facilities: readonly string[]): string {
  const headers = (
    'First name|Middle name|Last name|Suffix|Birth date|Street address 1|Street address 2|City|County|State|Postal code|Country|' +
    'Phone numbers|Emails|Race|Sex|Ethnicity|Role|Facilities|Employed in healthcare?|Group or shared housing resident?|' +
    'Tribal affiliation|Preferred language|Notes'
  ).split('|')
  const rows = people.map((person) => ({
    'First name': person.firstName,
    'Middle name': person.middleName,
    'Last name': person.lastName,
    'Birth date': usDay(person.dateOfBirth),
    'Street address 1': person.street || '** Unknown / Not Given **',
    City: person.city,
    County: person.county,
    State: person.street === '' ? 'NA' : 'MA',
    'Postal code': person.street === '' ? '00000' : '02108',
    Country: 'USA',
    'Phone numbers': person.phone,
    Emails: person.email,
    Race: 'other',
    Sex: person.sex,
    Ethnicity: 'not_hispanic',
    Role: person.role,
    Facilities: facilities.join(';'),
    'Group or shared housing resident?': 'true',
    'Preferred language': 'English',
  }))
  return standardCsv(headers, rows)
}

/** LOINC codes of the diseases. */
export const testCodes: Readonly<Record<string, string>> = {
  'COVID-19': '94558-4',
  'Flu A': '80382-5',
  'Flu B': '80383-3',
  RSV: '72885-7',
  HIV: '80387-4',
  Syphilis: '47237-7',
}

/** SimpleReport's template for uploads of results, with times of Eastern time that name their zone. */
export function resultsUpload(tests: readonly WrittenTest[]): string {
  const zone = 'America/New_York'
  const headers = (
    'patient_id,patient_last_name,patient_first_name,patient_middle_name,patient_street,patient_street2,patient_city,patient_state,' +
    'patient_zip_code,patient_county,patient_phone_number,patient_dob,patient_sex,patient_race,patient_ethnicity,' +
    'patient_preferred_language,patient_email,accession_number,equipment_model_name,test_performed_code,test_result,' +
    'order_test_date,specimen_collection_date,testing_lab_specimen_received_date,test_result_date,date_result_released,' +
    'specimen_type,ordering_provider_id,ordering_provider_last_name,ordering_provider_first_name,testing_lab_clia,' +
    'testing_lab_name,employed_in_healthcare,resident_congregate_setting,ordering_facility_name,comment,test_result_status'
  ).split(',')
  const time = (at: Date) => {
    const { day, time: ofDay } = localParts(at, zone)
    return `${usDay(day)} ${ofDay.slice(0, 5)} EST`
  }
  const rows = tests.flatMap((test, number) =>
    test.lines.map(({ condition, result }, line) => ({
      patient_id: test.person.localId,
      patient_last_name: test.person.lastName,
      patient_first_name: test.person.firstName,
      patient_middle_name: test.person.middleName,
      patient_street: test.person.street || '** Unknown / Not Given **',
      patient_city: test.person.city,
      patient_state: test.person.street === '' ? 'NA' : 'MA',
      patient_zip_code: test.person.street === '' ? '00000' : '02108',
      patient_county: test.person.county,
      patient_phone_number: test.person.phone,
      patient_dob: usDay(test.person.dateOfBirth),
      patient_sex: test.person.sex === 'male' ? 'M' : test.person.sex === 'female' ? 'F' : 'Unknown',
      patient_race: '2131-1',
      patient_ethnicity: 'Not Hispanic or Latino',
      patient_preferred_language: 'English',
      patient_email: test.person.email,
      accession_number: `${number}-${line}`,
      equipment_model_name: test.device,
      test_performed_code: testCodes[condition] ?? '',
      test_result: { positive: 'Detected', negative: 'Not Detected', inconclusive: '419984006' }[result],
      order_test_date: time(test.performedAt),
      test_result_date: time(test.reportedAt),
      specimen_type: 'Nasal Swab',
      ordering_provider_id: '1013012657',
      testing_lab_clia: '12D3456789',
      testing_lab_name: test.facility,
      comment: test.comment ?? '',
      resident_congregate_setting: 'Y',
      test_result_status: test.correction === 'CORRECTED' ? 'C' : 'F',
    })),
  )
  return standardCsv(headers, rows)
}

/** SimpleReport's template for uploads of patients. */
export function patientsUpload(people: readonly WrittenPerson[]): string {
  const headers = (
    'last_name,first_name,middle_name,suffix,race,date_of_birth,biological_sex,ethnicity,street,street_2,city,county,state,' +
    'zip_code,phone_number,phone_number_type,employed_in_healthcare,resident_congregate_setting,role,email'
  ).split(',')
  const rows = people.map((person) => ({
    last_name: person.lastName,
    first_name: person.firstName,
    middle_name: person.middleName,
    race: 'Other',
    date_of_birth: usDay(person.dateOfBirth),
    biological_sex: person.sex === 'refused' ? '' : person.sex,
    ethnicity: '2186-5',
    street: person.street || '** Unknown / not given **',
    city: person.city,
    county: person.county,
    state: person.street === '' ? 'NA' : 'MA',
    zip_code: person.street === '' ? '00000' : '02108',
    phone_number: person.phone,
    phone_number_type: 'Mobile',
    employed_in_healthcare: 'unk',
    resident_congregate_setting: 'Yes',
    role: person.role === 'UNKNOWN' ? '' : `${person.role.charAt(0)}${person.role.slice(1).toLowerCase()}`,
    email: person.email,
  }))
  return standardCsv(headers, rows)
}

/** RFC 4180: CRLF, and quotes where they are needed. */
function standardCsv(headers: readonly string[], rows: readonly Row[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return tableOf(headers, rows)
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}

/** Writes as SimpleReport's browser did: a byte-order mark, each cell in quotes, line feeds, and no quote escaped. */
function quotedCsv(headers: readonly string[], rows: readonly Row[]): string {
  const lines = tableOf(headers, rows).map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  return `\ufeff${lines.join('\n')}`
}

function tableOf(headers: readonly string[], rows: readonly Row[]): string[][] {
  return [[...headers], ...rows.map((row) => headers.map((header) => row[header] ?? ''))]
}
