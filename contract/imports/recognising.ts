import { readLine } from '../rules/written-characters.ts'
import type { ImportColumn, ImportField } from './fields.ts'
import type { Cell } from './row-cells.ts'
import { layoutColumns, layouts, wideResult, type Layout } from './layouts.ts'

/** The columns of a file, in its order; null for a column that is not read. */
export interface Recognised {
  layout: Layout
  columns: readonly (ImportColumn | null)[]
}

/**
 * Recognises the layout of a file by its headers, in any order and letter case. `firstRow` are the cells
 * below them, which tell apart the two layouts with equal headers. A file of no known
 * layout is `by-hand`, with the columns that its headers suggest.
 */
export function recognise(headers: readonly string[], firstRow: readonly Cell[]): Recognised {
  const read = headers.map(comparedHeader)
  const repeated = new Set(repeatedHeaders(headers).map(comparedHeader))
  const layout = repeated.size > 0 ? 'by-hand' : layoutOf(new Set(read), firstRow[read.indexOf('test date')] ?? '')
  const isUnclear = (header: string) => repeated.has(header) || read.includes(`${header} ${iso}`)
  const columns = headers.map((header, at) => (isUnclear(read[at] ?? '') ? null : columnOf(layout, header)))
  const known = unlessSaidBetter(columns, headers).map(unlessTaken)
  return { layout, columns: layout === 'by-hand' ? withPlace(withFirstName(known, read)) : known }
}

/** How this product's own lists head the column of a date that reads in one way only, beside that of the same date as people write it. */
const iso = '(iso 8601)'

/** What heads the column of names; beside a column of surnames it holds first names. */
const nameHeaders = ['name', 'names', 'pupil', 'student', 'child', 'patient', 'person', 'resident', 'client', 'alumno']

function withFirstName(columns: readonly (ImportColumn | null)[], headers: readonly string[]) {
  const has = (field: ImportField) => columns.some((column) => column?.field === field)
  const named = nameHeaders.flatMap((name) => headers.flatMap((header, at) => (header === name ? [at] : [])))
  const [at, another] = named
  if (at === undefined || another !== undefined || has('firstName') || !has('lastName')) return columns
  return columns.with(at, { field: 'firstName' })
}

/** A column of places is of the tests of a file with results, and else of its people. */
function withPlace(columns: readonly (ImportColumn | null)[]) {
  const has = (field: ImportField) => columns.some((column) => column?.field === field)
  if (!has('result') || has('facility')) return columns
  return columns.map((column) => (column?.field === 'facilities' ? ({ field: 'facility' } as const) : column))
}

/** The fields of which several columns are read together. A second column of any other field is not read. */
export const severalColumns: readonly ImportField[] = ['emails', 'phones', 'mobiles', 'facilities', 'result']

/** Headers that often mean something else where another one names their field: a bed in a room, a place of birth beside a date. */
const looseHeaders = new Set(['bed', 'bed number', 'cama', 'born', 'nacimiento'])

function unlessSaidBetter(columns: readonly (ImportColumn | null)[], headers: readonly string[]) {
  const isLoose = (at: number) => looseHeaders.has(plainHeader(headers[at] ?? ''))
  return columns.map((column, at) => {
    const isSaidBetter = isLoose(at) && columns.some((other, of) => other?.field === column?.field && !isLoose(of))
    return isSaidBetter ? null : column
  })
}

function unlessTaken(column: ImportColumn | null, at: number, columns: readonly (ImportColumn | null)[]) {
  if (column === null || severalColumns.includes(column.field)) return column
  return columns.slice(0, at).some((before) => before?.field === column.field) ? null : column
}

/**
 * The headers of columns that would be read and that stand twice, so that nobody can tell which of the two is meant before
 * somebody has said so.
 */
export function repeatedHeaders(headers: readonly string[]): string[] {
  const read = headers.map(comparedHeader)
  return headers.filter((_, at) => read[at] !== '' && read.indexOf(read[at] ?? '') < at && suggests(read[at] ?? ''))
}

/** What the header of an own list suggests; undefined for one that says nothing. */
export function suggestedColumn(header: string): ImportColumn | undefined {
  const compared = comparedHeader(header)
  const plain = plainHeader(header)
  return suggestions.get(compared) ?? wideResult(compared) ?? suggestions.get(plain) ?? plainSuggestions.get(plain)
}

/** Words in front of a header that say whose it is. */
const ownersOfHeaders = /^(?:pupil|student|patient|child|person|case|resident|client)(?:'s|’s)?[ :]+/

/** A header without what programs and people add: `person.firstName`, `Date of birth (DD/MM/YYYY) *`, `Pupil forename`. */
function plainHeader(header: string): string {
  const last = header.includes(' ') ? header : header.slice(header.lastIndexOf('.') + 1)
  const words = comparedHeader(last.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' '))
  const hint = words.endsWith(')') || words.endsWith(') *') ? words.lastIndexOf('(') : -1
  const bare = (hint > 0 ? words.slice(0, hint) : words).replaceAll(/[*:]/g, ' ').replace('(s)', '')
  const whole = comparedHeader(bare).replace(/ (?:no|num|nr)\.?$/, ' number')
  return comparedHeader(whole.replace(ownersOfHeaders, ''))
}

/** The form in which headers are compared. */
export function comparedHeader(header: string): string {
  return readLine(header.replace(/^\ufeff/, '')).toLowerCase()
}

function layoutOf(headers: ReadonlySet<string>, firstTestDate: string): Layout {
  const found = (Object.keys(layoutColumns) as (keyof typeof layoutColumns)[]).filter((layout) =>
    layoutColumns[layout].needs.every((header) => headers.has(header.toLowerCase())),
  )
  if (found.includes('results-browser')) {
    // The browser wrote 7:24pm, the server 7:24PM.
    return /[ap]m\s*$/.test(firstTestDate) ? 'results-browser' : 'results-server'
  }
  const hasWideResults = [...headers].some((header) => wideResult(header) !== undefined)
  return found.find((layout) => layout !== 'results-wide' || hasWideResults) ?? 'by-hand'
}

function columnOf(layout: Layout, header: string): ImportColumn | null {
  if (layout === 'by-hand') return suggestedColumn(header) ?? null
  const compared = comparedHeader(header)
  if (layout === 'results-wide') {
    const result = wideResult(compared)
    if (result !== undefined) return result
  }
  const field = fieldsByHeader[layout].get(compared)
  return field === undefined ? null : { field }
}

const fieldsByHeader = Object.fromEntries(
  Object.entries(layoutColumns).map(([layout, { columns }]) => [
    layout,
    new Map(Object.entries(columns).map(([header, field]) => [header.toLowerCase(), field])),
  ]),
) as Record<Exclude<Layout, 'by-hand'>, Map<string, ImportField>> // the keys are those of the object that it is made of

/** Usual headers of rosters, besides those of all layouts. */
const usualHeaders: Readonly<Record<string, ImportField>> = {
  forename: 'firstName',
  first: 'firstName',
  last: 'lastName',
  middle: 'middleName',
  vorname: 'firstName',
  nachname: 'lastName',
  prénom: 'firstName',
  prenom: 'firstName',
  'nom de famille': 'lastName',
  geburtsdatum: 'dateOfBirth',
  'date de naissance': 'dateOfBirth',
  'given name': 'firstName',
  surname: 'lastName',
  'family name': 'lastName',
  dob: 'dateOfBirth',
  'date of birth': 'dateOfBirth',
  birthdate: 'dateOfBirth',
  birthday: 'dateOfBirth',
  born: 'dateOfBirth',
  'born on': 'dateOfBirth',
  nacimiento: 'dateOfBirth',
  'd.o.b.': 'dateOfBirth',
  'birth day': 'birthDay',
  'day of birth': 'birthDay',
  'dob day': 'birthDay',
  'birth month': 'birthMonth',
  'month of birth': 'birthMonth',
  'dob month': 'birthMonth',
  'birth year': 'birthYear',
  'year of birth': 'birthYear',
  'dob year': 'birthYear',
  // SORMAS heads its columns with `person.birthdateYYYY` or `pathogenTest.testResult`.
  'birthdate dd': 'birthDay',
  'birthdate mm': 'birthMonth',
  'birthdate yyyy': 'birthYear',
  disease: 'condition',
  'tested disease': 'condition',
  'test date time': 'performedAt',
  testresult: 'result',
  'pathogentest.testresult': 'result',
  email: 'emails',
  'e-mail': 'emails',
  'e mail': 'emails',
  'e-mail address': 'emails',
  correo: 'emails',
  'email address': 'emails',
  phone: 'phones',
  'phone number': 'phones',
  telephone: 'phones',
  telephones: 'phones',
  'telephone number': 'phones',
  tel: 'phones',
  'tel number': 'phones',
  'contact number': 'phones',
  'home phone': 'phones',
  'home telephone': 'phones',
  mobile: 'mobiles',
  'mobile phone': 'mobiles',
  'mobile number': 'mobiles',
  'mobile telephone': 'mobiles',
  cell: 'mobiles',
  'cell phone': 'mobiles',
  'cell number': 'mobiles',
  cellphone: 'mobiles',
  handy: 'mobiles',
  celular: 'mobiles',
  'teléfono celular': 'mobiles',
  móvil: 'mobiles',
  teléfono: 'phones',
  id: 'localId',
  'local id': 'localId',
  'student id': 'localId',
  'employee id': 'localId',
  'student number': 'localId',
  'admission number': 'localId',
  'employee number': 'localId',
  'staff number': 'localId',
  'payroll number': 'localId',
  'patient number': 'localId',
  'hospital number': 'localId',
  'medical record number': 'localId',
  mrn: 'localId',
  expediente: 'localId',
  'número de expediente': 'localId',
  facility: 'facilities',
  site: 'facilities',
  school: 'facilities',
  'care home': 'facilities',
  clinic: 'facilities',
  centre: 'facilities',
  center: 'facilities',
  group: 'facilities',
  escuela: 'facilities',
  centro: 'facilities',
  grupo: 'facilities',
  room: 'room',
  'room number': 'room',
  'room no': 'room',
  'room no.': 'room',
  bed: 'room',
  'bed number': 'room',
  habitación: 'room',
  cuarto: 'room',
  cama: 'room',
  unit: 'unit',
  wing: 'unit',
  ward: 'unit',
  class: 'unit',
  classroom: 'unit',
  unidad: 'unit',
  salón: 'unit',
  gender: 'sex',
  sexo: 'sex',
  'sex at birth': 'sex',
  género: 'sex',
  postcode: 'postcode',
  zip: 'postcode',
  'zip code': 'postcode',
  'post code': 'postcode',
  eircode: 'postcode',
  'código postal': 'postcode',
  'c.p.': 'postcode',
  address: 'streetAddress',
  'address line 1': 'streetAddress',
  'address 1': 'streetAddress',
  'street address': 'streetAddress',
  dirección: 'streetAddress',
  domicilio: 'streetAddress',
  'address line 2': 'streetAddress2',
  'address 2': 'streetAddress2',
  'street address 2': 'streetAddress2',
  'street address, line 2': 'streetAddress2',
  town: 'city',
  'town/city': 'city',
  'town or city': 'city',
  'city/town': 'city',
  'post town': 'city',
  guardian: 'guardianName',
  'guardian name': 'guardianName',
  parent: 'guardianName',
  'parent name': 'guardianName',
  'nombre del tutor': 'guardianName',
  'parent/guardian': 'guardianName',
  'parent/carer': 'guardianName',
  'parent or guardian': 'guardianName',
  'relationship to child': 'guardianRelation',
  'relation to child': 'guardianRelation',
  'guardian relation': 'guardianRelation',
  'guardian relation to the person': 'guardianRelation',
  'guardian email': 'guardianEmail',
  'parent email': 'guardianEmail',
  'guardian phone': 'guardianPhone',
  'guardian phone number': 'guardianPhone',
  'guardian telephone': 'guardianPhone',
  'guardian mobile': 'guardianPhone',
  'parent phone': 'guardianPhone',
  'parent telephone': 'guardianPhone',
  'parent mobile': 'guardianPhone',
  'nhs number': 'nhsNumber',
  'nhs no': 'nhsNumber',
  'nhs no.': 'nhsNumber',
  nhsnumber: 'nhsNumber',
  'test date and time': 'performedAt',
  'date of test': 'performedAt',
  'test time': 'performedTime',
  'time of test': 'performedTime',
  'collection time': 'performedTime',
  'collection date': 'performedAt',
  'date collected': 'performedAt',
  'date of collection': 'performedAt',
  'specimen collected date': 'performedAt',
  'date specimen collected': 'performedAt',
  'sample date': 'performedAt',
  'date test ordered': 'orderedAt',
  'result date': 'reportedAt',
  'date of result': 'reportedAt',
  'date reported': 'reportedAt',
  'report date': 'reportedAt',
  correction: 'correction',
  'correction status': 'correction',
  'result status': 'correction',
  'observation result status': 'correction',
  'correction reason': 'correctionReason',
  'reason for correction': 'correctionReason',
  'reason of correction': 'correctionReason',
  kit: 'deviceModel',
  'kit name': 'deviceModel',
  'test kit': 'deviceModel',
  'test kit name': 'deviceModel',
  device: 'deviceModel',
  model: 'deviceModel',
  manufacturer: 'deviceManufacturer',
  specimen: 'specimen',
  'specimen source': 'specimen',
  'sample type': 'specimen',
  'test code': 'testCode',
  loinc: 'testCode',
  'loinc code': 'testCode',
  'onset date': 'symptomOnset',
  'date of onset': 'symptomOnset',
  'symptom onset date': 'symptomOnset',
  symptoms: 'symptoms',
  laboratory: 'laboratory',
  'lab name': 'laboratory',
  'performing laboratory': 'laboratory',
  'tested by': 'submitter',
  nombre: 'firstName',
  apellido: 'lastName',
  apellidos: 'lastName',
  'fecha de nacimiento': 'dateOfBirth',
  'correo electrónico': 'emails',
  'id local': 'localId',
  teléfonos: 'phones',
  'calle y número': 'streetAddress',
  'calle y número, línea 2': 'streetAddress2',
  ciudad: 'city',
  condado: 'county',
  país: 'country',
  'idioma preferido': 'language',
  raza: 'race',
  etnicidad: 'ethnicity',
  función: 'role',
  'dia de nacimiento': 'birthDay',
  'día de nacimiento': 'birthDay',
  'mes de nacimiento': 'birthMonth',
  'año de nacimiento': 'birthYear',
  'fecha de la prueba': 'performedAt',
  'hora de la prueba': 'performedTime',
  'fecha de toma de muestra': 'performedAt',
  'fecha del resultado': 'reportedAt',
  resultado: 'result',
  enfermedad: 'condition',
  síntomas: 'symptoms',
  corrección: 'correction',
  'estado del resultado': 'correction',
  'motivo de la corrección': 'correctionReason',
}

const suggestions: ReadonlyMap<string, ImportColumn> = new Map(
  [
    ...layouts.flatMap((layout) => (layout === 'by-hand' ? [] : [...fieldsByHeader[layout]])),
    ...Object.entries(usualHeaders),
  ].map(([header, field]) => [header, { field }]),
)

/** What the headers of layouts suggest when people write them as words: `Test result status` for `test_result_status`. */
const plainSuggestions: ReadonlyMap<string, ImportColumn> = new Map(
  Object.values(fieldsByHeader).flatMap((fields) =>
    [...fields].map(([header, field]): [string, ImportColumn] => [plainHeader(header), { field }]),
  ),
)

/** True if a header suggests a field of which one column is read. */
function suggests(header: string): boolean {
  const column = suggestedColumn(header)
  return column !== undefined && (column.field === 'result' || !severalColumns.includes(column.field))
}
