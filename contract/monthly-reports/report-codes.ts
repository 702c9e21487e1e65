import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { codeText, formalText, rule } from '../schema.ts'
import { ageGroups, reportedSexes, type ReportRow } from './report-rows.ts'

/**
 * What a ministry's system has an id for, and the key of each. A place is an organisation or a group; tests are those of
 * an assay with one result, or all of them; people are those of an age group and a sex; the set is the whole report.
 */
const keyOf = {
  place: /^[0-9a-f-]{36}$/,
  tests: new RegExp(`^[0-9a-f-]{36}:(${[...results, 'all'].join('|')})$`),
  people: new RegExp(`^(${ageGroups.join('|')}):(${reportedSexes.join('|')})$`),
  set: /^$/,
} as const
type CodeKind = keyof typeof keyOf

const kinds = Object.keys(keyOf) as [CodeKind, ...CodeKind[]] // the keys are those of the object

/** An id or a code of DHIS2, whose ids are eleven letters and digits. */
const code = codeText(50).check(rule('malformed', (value) => /^[\w.-]+$/.test(value)))

/** The id that a ministry's system has for something; null removes it. */
export const changedCode = z
  .strictObject({ kind: z.enum(kinds), key: formalText(60), code: z.nullable(code) })
  .check(rule('malformed', ({ kind, key }) => keyOf[kind].test(key)))
export type ChangedCode = z.infer<typeof changedCode>

export const reportCode = z.strictObject({ kind: z.enum(kinds), key: z.string(), code: z.string() })
export type ReportCode = z.infer<typeof reportCode>

export const keyOfTests = (assayId: string, result: ReportRow['result'] | 'all') => `${assayId}:${result}`
export const keyOfPeople = ({ ageGroup, sex }: Pick<ReportRow, 'ageGroup' | 'sex'>) => `${ageGroup}:${sex}`
