import type { ImportField } from '../contract/imports/fields.ts'
import { layoutColumns } from '../contract/imports/layouts.ts'

/** Headers and fields of SimpleReport's last download, as far as they are read. */
const columns = Object.entries(layoutColumns['results-server'].columns)
export const headers = columns.map(([header]) => header)

/** What a file has: results of people, who are tested one after the other, each at a facility of their own. */
export interface FileOf {
  results: number
  people: number
  facilities: readonly string[]
  device: string
  /** The lines of each test. */
  conditions: readonly string[]
  /** A word in the names of all people, who are others than those of a file with another one. */
  marker: string
}

const two = (value: number) => String(value).padStart(2, '0')

/** The cells of the n-th row. Every fifth name has an accent. */
export function rowOf(n: number, { people, facilities, device, conditions, marker }: FileOf): string[] {
  const test = Math.floor(n / conditions.length)
  const person = test % people
  const [first, last] = [person % 5 === 0 ? `José${person}` : `Jo${person}`, `Green${marker}${person % 997}`]
  const turn = Math.floor(test / people)
  const day = `${two((turn % 12) + 1)}/${two((test % 28) + 1)}/2025`
  const cells: Partial<Record<ImportField, string>> = {
    firstName: first,
    middleName: 'E',
    lastName: last,
    dateOfBirth: `${two((person % 12) + 1)}/${two((person % 28) + 1)}/${1930 + (person % 90)}`,
    performedAt: `${day} ${(test % 12) + 1}:${two(test % 60)}${test % 2 === 0 ? 'AM' : 'PM'}`,
    reportedAt: `${day} 11:59PM`,
    condition: conditions[n % conditions.length] ?? '',
    result: n % 9 === 0 ? 'POSITIVE' : 'NEGATIVE',
    correction: 'ORIGINAL',
    deviceName: device,
    deviceManufacturer: 'Quay Diagnostics',
    deviceModel: device,
    symptoms: 'No symptoms',
    facility: facilities[person % facilities.length] ?? '',
    submitter: `Jane Doe${test % 60}`,
    role: 'RESIDENT',
    localId: `ID-${marker}${person}`,
    language: 'English',
    phones: '410-867-5309',
    emails: `jo${marker.toLowerCase()}${person}@example.org`,
    streetAddress: `${person} Main Street`,
    city: 'Boston',
    state: 'MA',
    postcode: '02108',
    county: 'Suffolk',
    country: 'USA',
    sex: 'female',
    race: 'white',
    ethnicity: 'not_hispanic',
    congregateResident: 'true',
    healthcareWorker: 'false',
  }
  return columns.map(([, field]) => cells[field] ?? '')
}

/** Writes a file as CSV. */
export function csvOf(file: FileOf): Buffer {
  const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
  const lines = [headers.map(quoted).join(',')]
  for (let n = 0; n < file.results; n += 1) lines.push(rowOf(n, file).map(quoted).join(','))
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
