import { providerName } from '../../contract/groups/ordering-provider.ts'
import type { ColumnField, ReportColumn } from '../../contract/notifications/columns.ts'
import { harmless } from '../../contract/rules/csv.ts'
import { localParts } from '../../contract/rules/dates.ts'
import { resultCodes } from '../../contract/rules/result-codes.ts'
import { raceNames, usEthnicityNames } from '../../contract/subjects/published-names.ts'
import { placeOf, type ReportedTest } from './reported-test.ts'

/**
 * Writes tests as a CSV file of RFC 4180, in UTF-8, with a row for each line of each test. Where no column says that a row is a removal,
 * its result does, as a result that was taken back must not be told once more.
 */
export function csvOf(tests: readonly ReportedTest[], columns: readonly ReportColumn[]): string {
  const tellsKind = columns.some(({ field }) => field === 'kind')
  const rows = tests.flatMap((test) =>
    test.lines.map((_, line) => {
      const values = { ...valuesOf(test, line), ...(test.kind === 'removal' && !tellsKind && removed) }
      return columns.map(({ field }) => values[field] ?? '')
    }),
  )
  const written = [columns.map(({ header }) => header), ...rows]
  return written.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

/** A telephone begins with a plus and is no formula. */
function cellOf(value: string): string {
  const text = /^\+[\d ]+$/.test(value) ? value : harmless(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const removed = { result: 'removed', resultCode: null } as const

const kinds = { first: 'Result', correction: 'Correction', removal: 'Removal' } as const

function valuesOf(test: ReportedTest, line: number): Record<ColumnField, string | null | undefined> {
  const found = test.lines[line]
  if (found === undefined) throw new RangeError('The test has no such line')
  const { person, group, organisation, kit, specimen } = test
  const { details } = person
  const home = details.address
  const place = placeOf(test)
  const { day, time } = localParts(test.performedAt, test.zone)
  return {
    testId: test.testId,
    kind: kinds[test.kind],
    repeat: test.mayRepeat ? 'May be a repeat' : null,
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth,
    sex: details.sex,
    race: details.race && raceNames[details.race],
    ethnicity: ethnicityWords(details.ethnicity),
    nhsNumber: details.nhsNumber,
    localId: person.localId,
    role: details.role,
    unit: details.unit && [details.unit.name, details.unit.room].filter((part) => part !== null).join(', '),
    street: home?.streetAddress,
    street2: home?.streetAddress2,
    city: home?.city,
    county: home?.county,
    state: home?.state,
    postcode: home?.postcode,
    country: home?.country,
    telephone: details.telephones?.[0]?.number,
    email: person.email,
    performedDate: day,
    performedTime: time.slice(0, 5),
    performedAt: test.performedAt.toISOString(),
    analyte: found.analyte,
    loinc: found.loinc,
    result: found.result,
    resultCode: resultCodes[found.result].code,
    resultOf: found.isOutcome ? 'Several tests in order' : 'Test',
    specimen: specimen?.name,
    specimenCode: specimen?.snomed,
    kit: kit.name,
    manufacturer: kit.manufacturer,
    lot: test.lot,
    organisation: organisation.name,
    group: group.name,
    laboratory: place.name,
    placeStreet: place.address?.streetAddress,
    placeCity: place.address?.city,
    placeCounty: place.address?.county,
    placeState: place.address?.state,
    placePostcode: place.address?.postcode,
    placeTelephone: place.phone,
    clia: group.clia,
    provider: group.provider && providerName(group.provider),
    npi: (group.provider ?? organisation).npi,
  }
}

function ethnicityWords(ethnicity: ReportedTest['person']['details']['ethnicity']): string | null {
  if (ethnicity === null) return null
  const names: Readonly<Record<string, string>> = usEthnicityNames
  return names[ethnicity] ?? ethnicity
}
