import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fileTypes, listOf } from '../listing.ts'
import { dataOf, prose } from '../schema.ts'
import { ifMatchOptional } from '../versions.ts'
import { outbreak, outbreakDetails, outbreakList } from './outbreak.ts'
import { outbreakRules } from './rules.ts'

const requires = { rule: 'maySeeOutbreaks' } as const

export const listOutbreaks = endpoint('listOutbreaks', 'GET /outbreaks', {
  summary: 'Outbreaks at the user’s places, the latest first',
  requires,
  whenEntered: 'read',
  query: outbreakList.page,
  replies: { 200: listOf(outbreak) },
})

/** Opens an outbreak with its line list, and with whom of the roster nobody has tested since it began. */
export const getOutbreak = endpoint('getOutbreak', 'GET /outbreaks/{id}', {
  summary: 'One outbreak with its line list',
  requires,
  whenEntered: 'read',
  replies: { 200: dataOf(outbreakDetails) },
  audit: 'outbreak.opened',
})

/** Closes an outbreak before its time. A new case opens it again. 409 `not-possible` if it has ended. */
export const closeOutbreak = endpoint('closeOutbreak', 'PUT /outbreaks/{id}/close', {
  summary: 'Close an outbreak early, with the reason',
  requires: { rule: 'mayCloseOutbreaks' },
  body: z.strictObject({ note: prose(500) }),
  replies: { 200: dataOf(outbreak) },
  audit: 'outbreak.closed',
})

export const exportOutbreak = endpoint('exportOutbreak', 'GET /outbreaks/{id}/export', {
  summary: 'Export the line list of an outbreak as CSV or as a workbook',
  requires: { rule: 'mayExportOutbreaks' },
  query: z.strictObject({ format: outbreakList.whole.shape.format }),
  replies: { 200: null },
  produces: Object.values(fileTypes),
  audit: 'outbreak.exported',
})

/** Notes that a line list is printed, before the browser prints it. */
export const printOutbreak = endpoint('printOutbreak', 'POST /outbreaks/{id}/prints', {
  summary: 'Note in the audit trail that a line list is printed',
  requires: { rule: 'mayExportOutbreaks' },
  replies: { 204: null },
  audit: 'outbreak.printed',
})

const rulesOfReader = z.strictObject({
  rules: outbreakRules,
  /** Whether the reader gets an email when an outbreak begins at their places. */
  isMailed: z.boolean(),
  /** Counts the changes of the rules. */
  version: z.int(),
})
export type RulesOfReader = z.infer<typeof rulesOfReader>

export const getOutbreakRules = endpoint('getOutbreakRules', 'GET /outbreak-rules', {
  summary: 'When positive tests are an outbreak here, and whether the user is told by email',
  requires,
  whenEntered: 'read',
  replies: { 200: dataOf(rulesOfReader) },
})

export const changeOutbreakRules = endpoint('changeOutbreakRules', 'PUT /outbreak-rules', {
  summary: 'Say when positive tests are an outbreak, or that none is looked for',
  requires: { rule: 'mayKeepOutbreakRules' },
  headers: ifMatchOptional,
  body: outbreakRules,
  replies: { 200: dataOf(rulesOfReader) },
  audit: 'tenant.outbreak-rules-changed',
})

export const changeOutbreakMail = endpoint('changeOutbreakMail', 'PUT /outbreak-rules/mail', {
  summary: 'Say whether the user is told of outbreaks by email',
  requires,
  body: z.strictObject({ isMailed: z.boolean() }),
  replies: { 200: dataOf(rulesOfReader) },
  audit: 'user.outbreak-mail',
})
