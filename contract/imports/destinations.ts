import type { DetailKind } from '../subjects/detail-kinds.ts'
import type { ImportColumn, ImportField } from './fields.ts'

/**
 * What becomes of what a column holds: it is stored with the person or the test, as a kind of details if the tenant keeps that, it
 * only tells people, tests and kits apart, or it is not read at all.
 */
type Destination = 'stored' | 'tellsApart' | 'notRead' | DetailKind

const destinations: Readonly<Record<ImportField, Destination>> = {
  firstName: 'stored',
  middleName: 'tellsApart',
  lastName: 'stored',
  suffix: 'tellsApart',
  dateOfBirth: 'stored',
  birthDay: 'stored',
  birthMonth: 'stored',
  birthYear: 'stored',
  localId: 'stored',
  emails: 'stored',
  phones: 'telephones',
  phoneType: 'telephones',
  mobiles: 'telephones',
  streetAddress: 'address',
  streetAddress2: 'address',
  city: 'address',
  state: 'address',
  postcode: 'address',
  county: 'address',
  country: 'address',
  sex: 'sex',
  race: 'race',
  ethnicity: 'ethnicity',
  language: 'language',
  role: 'role',
  unit: 'unit',
  room: 'unit',
  healthcareWorker: 'notRead',
  congregateResident: 'notRead',
  facilities: 'stored',
  guardianName: 'guardian',
  guardianRelation: 'guardian',
  guardianEmail: 'guardian',
  guardianPhone: 'guardian',
  nhsNumber: 'nhsNumber',
  notes: 'notRead',
  performedAt: 'stored',
  performedTime: 'stored',
  result: 'stored',
  condition: 'stored',
  testCode: 'stored',
  deviceModel: 'stored',
  deviceName: 'tellsApart',
  deviceManufacturer: 'notRead',
  specimen: 'stored',
  facility: 'stored',
  submitter: 'stored',
  orderedAt: 'tellsApart',
  reportedAt: 'tellsApart',
  correction: 'stored',
  correctionReason: 'stored',
  symptoms: 'stored',
  symptomOnset: 'stored',
  laboratory: 'tellsApart',
  accession: 'tellsApart',
  note: 'stored',
}

/** Fields that count only while there is nothing in the usual column, which is the other one. */
const standsFor: Readonly<Partial<Record<ImportField, ImportField>>> = {
  orderedAt: 'performedAt',
  deviceName: 'deviceModel',
  laboratory: 'facility',
}

/** True for a field that has a destination in some tenant. */
export function isRead(field: ImportField): boolean {
  return destinations[field] !== 'notRead'
}

/** The places of the columns of a file by what becomes of them. `notKept` are details that the tenant does not keep. */
export interface ColumnFates {
  stored: number[]
  tellsApart: number[]
  notKept: number[]
  notRead: number[]
}

/** Tells what becomes of each column of a file, in a tenant that keeps these kinds of details. */
export function fatesOfColumns(columns: readonly (ImportColumn | null)[], kept: readonly DetailKind[]): ColumnFates {
  const fates: ColumnFates = { stored: [], tellsApart: [], notKept: [], notRead: [] }
  const fields = new Set(columns.map((column) => column?.field))
  for (const [at, column] of columns.entries()) fates[fateOf(column, fields, kept)].push(at)
  return fates
}

function fateOf(
  column: ImportColumn | null,
  fields: ReadonlySet<ImportField | undefined>,
  kept: readonly DetailKind[],
): keyof ColumnFates {
  if (column === null) return 'notRead'
  const destination = destinations[column.field]
  const usual = standsFor[column.field]
  if (usual !== undefined && !fields.has(usual)) return 'stored'
  if (destination === 'stored' || destination === 'tellsApart' || destination === 'notRead') return destination
  return kept.includes(destination) ? 'stored' : 'notKept'
}
