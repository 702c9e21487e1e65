import * as z from 'zod/mini'
import { keyOfPeople, keyOfTests, type ReportCode } from './report-codes.ts'
import type { ReportRow } from './report-rows.ts'

/** The body that DHIS2's `/api/dataValueSets` imports. A period is a month, YYYYMM; values are whole numbers as text. */
export const dataValueSet = z.strictObject({
  dataSet: z.optional(z.string()),
  period: z.string(),
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
 * groups and sexes may share a code.
 */
export function toDataValues(
  rows: readonly ReportRow[],
  codes: readonly ReportCode[],
  month: string,
): { set: DataValueSet; leftOut: LeftOut } {
  const period = month.replace('-', '')
  const codeOf = new Map(codes.map(({ kind, key, code }) => [`${kind} ${key}`, code]))
  const isParted = codes.some(({ kind }) => kind === 'people')
  const sums = new Map<string, { at: [string, string, string | undefined]; sum: number }>()
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
      const at: [string, string, string | undefined] = [orgUnit, element, combination]
      const key = JSON.stringify(at)
      sums.set(key, { at, sum: (sums.get(key)?.sum ?? 0) + row.tests })
    }
  }
  const dataSet = codeOf.get('set ')
  const dataValues = [...sums.values()].map(({ at: [orgUnit, dataElement, categoryOptionCombo], sum }) => ({
    dataElement,
    period,
    orgUnit,
    ...(categoryOptionCombo !== undefined && { categoryOptionCombo }),
    value: String(sum),
  }))
  return {
    set: { ...(dataSet !== undefined && { dataSet }), period, dataValues },
    leftOut: { tests, places, kits, people },
  }
}
