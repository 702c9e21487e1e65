import * as z from 'zod/mini'
import { keyOfPeople, keyOfTests, type ReportCode } from './report-codes.ts'
import type { ReportRow } from './report-rows.ts'

/**
 * The body that DHIS2's `/api/dataValueSets` imports. A period is a month, YYYYMM; values are whole numbers as text. DHIS2 notes that the
 * data set is complete if it has `completeDate`, YYYY-MM-DD, with the one organisation unit that all values are of.
 */
export const dataValueSet = z.strictObject({
  dataSet: z.optional(z.string()),
  completeDate: z.optional(z.string()),
  period: z.string(),
  orgUnit: z.optional(z.string()),
  dataValues: z.array(
    z.strictObject({
      dataElement: z.string(),
      period: z.string(),
      orgUnit: z.string(),
      categoryOptionCombo: z.optional(z.string()),
      value: z.string(),
    }),
  ),
})
export type DataValueSet = z.infer<typeof dataValueSet>

/** What a value counts, by the ids of DHIS2. */
export const valuePlace = z.strictObject({
  orgUnit: z.string(),
  dataElement: z.string(),
  categoryOptionCombo: z.optional(z.string()),
})
export type ValuePlace = z.infer<typeof valuePlace>

/** A value that counts tests of these groups. */
export interface CountedValue extends ValuePlace {
  groupIds: ReadonlySet<string>
}

/** What a data value set does not count for want of codes: whole rows by their place or kit, and people. */
export interface LeftOut {
  /** The number of tests that no value counts. */
  tests: number
  places: ReadonlyMap<string, string>
  kits: ReadonlyMap<string, string>
  people: ReadonlySet<string>
}

/**
 * Adds up the rows by their codes. A group without a code counts for its organisation. Tests count for the code of their
 * result and for that of all results. If no age group and sex has a code, values are not parted by them; several age
 * groups and sexes may share a code. What was in an earlier file of the month and counts nothing any more is 0, because DHIS2 keeps what
 * a later file does not mention.
 */
export function toDataValues(
  { rows, codes, made }: { rows: readonly ReportRow[]; codes: readonly ReportCode[]; made: readonly ValuePlace[] },
  month: string,
): { set: DataValueSet; leftOut: LeftOut; counted: CountedValue[]; zeros: number } {
  const period = periodOf(month)
  const codeOf = new Map(codes.map(({ kind, key, code }) => [`${kind} ${key}`, code]))
  const isParted = codes.some(({ kind }) => kind === 'people')
  const sums = new Map<string, { at: ValuePlace; sum: number; groupIds: Set<string> }>()
  const places = new Map<string, string>()
  const kits = new Map<string, string>()
  const people = new Set<string>()
  let tests = 0
  for (const row of rows) {
    const orgUnit = codeOf.get(`place ${row.group.id}`) ?? codeOf.get(`place ${row.organisation.id}`)
    const elements = [row.result, 'all' as const].flatMap(
      (result) => codeOf.get(`tests ${keyOfTests(row.assay.id, result)}`) ?? [],
    )
    const combination = codeOf.get(`people ${keyOfPeople(row)}`)
    if (orgUnit === undefined) places.set(row.group.id, row.group.name)
    if (elements.length === 0) kits.set(row.assay.id, row.assay.name)
    if (isParted && combination === undefined) people.add(keyOfPeople(row))
    if (orgUnit === undefined || elements.length === 0 || (isParted && combination === undefined)) {
      tests += row.tests
      continue
    }
    for (const element of elements) {
      const at = {
        orgUnit,
        dataElement: element,
        ...(combination !== undefined && { categoryOptionCombo: combination }),
      }
      const { sum, groupIds } = sums.get(keyOfValue(at)) ?? { sum: 0, groupIds: new Set() }
      sums.set(keyOfValue(at), { at, sum: sum + row.tests, groupIds: groupIds.add(row.group.id) })
    }
  }
  const dataSet = codeOf.get('set ')
  const gone = made.filter((at) => !sums.has(keyOfValue(at)))
  const dataValues = [...sums.values(), ...gone.map((at) => ({ at, sum: 0 }))].map(
    ({ at: { orgUnit, dataElement, categoryOptionCombo }, sum }) => ({
      dataElement,
      period,
      orgUnit,
      ...(categoryOptionCombo !== undefined && { categoryOptionCombo }),
      value: String(sum),
    }),
  )
  return {
    set: { ...(dataSet !== undefined && { dataSet }), period, dataValues },
    leftOut: { tests, places, kits, people },
    counted: [...sums.values()].map(({ at, groupIds }) => ({ ...at, groupIds })),
    zeros: gone.length,
  }
}

/** The month, YYYY-MM, as DHIS2 names it. */
export function periodOf(month: string): string {
  return month.replace('-', '')
}

function keyOfValue({ orgUnit, dataElement, categoryOptionCombo = '' }: ValuePlace): string {
  return [orgUnit, dataElement, categoryOptionCombo].join(' ')
}
