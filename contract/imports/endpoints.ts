import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxImportBytes } from '../limits-and-times.ts'
import { listOf, listQuery } from '../listing.ts'
import { isTimeZone } from '../rules/dates.ts'
import { dataOf, formalText, rule } from '../schema.ts'
import { ifMatchOptional } from '../versions.ts'
import { importAnswers } from './answers.ts'
import { fileImport, importRow, importStates, rowOutcomes } from './import.ts'

const requires = { rule: 'mayImport' } as const

export const importList = listQuery({
  filters: { state: z.optional(z.enum(importStates)) },
  sorts: ['created_at', '-created_at'],
  default: '-created_at',
})

/** Lists the files of the last days: administrators of the tenant see all, those of an organisation its own. */
export const listImports = endpoint('listImports', 'GET /imports', {
  summary: 'Imported files in the user’s scope, latest first',
  requires,
  query: importList.page,
  replies: { 200: listOf(fileImport) },
})

/**
 * Stores a file and has it read; nothing is made of it before it is confirmed. `zone` is that of the sender's clock, which is
 * proposed for times without one. The file and its rows are removed after a week.
 */
export const uploadImport = endpoint('uploadImport', 'POST /imports', {
  summary: `Send a file of people or results (CSV, XLSX or a ZIP of one, at most ${maxImportBytes / 2 ** 20} MB)`,
  requires,
  query: z.strictObject({ zone: z._default(formalText(64).check(rule('timeZone', isTimeZone)), 'UTC') }),
  upload: {
    maxBytes: maxImportBytes,
    mediaTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  },
  limit: { attempts: 20, minutes: 15 },
  replies: { 201: dataOf(fileImport) },
  audit: 'import.uploaded',
})

export const getImport = endpoint('getImport', 'GET /imports/{id}', {
  summary: 'One imported file, and how far its reading has come',
  requires,
  replies: { 200: dataOf(fileImport) },
})

/**
 * Reads the file again with these answers. 409 `not-possible` once it was cancelled; 422 at `columns` if they are not as many
 * as the file has.
 */
export const previewImport = endpoint('previewImport', 'PUT /imports/{id}/preview', {
  summary: 'Read an imported file with answers about it',
  requires,
  headers: ifMatchOptional,
  body: importAnswers,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.previewed',
})

/** Ends an import, of which nothing is made. Its file and its rows are removed. A repeat has the same reply. */
export const cancelImport = endpoint('cancelImport', 'PUT /imports/{id}/cancel', {
  summary: 'Cancel an import',
  requires,
  headers: ifMatchOptional,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.cancelled',
})

export const importRowList = listQuery({
  filters: { outcome: z.optional(z.enum(rowOutcomes)) },
  sorts: ['line'],
  default: 'line',
})

/** Lists the rows of a file in its order, with all that is wrong at their cells. */
export const listImportRows = endpoint('listImportRows', 'GET /imports/{id}/rows', {
  summary: 'The rows of an imported file',
  requires,
  query: importRowList.page,
  replies: { 200: listOf(importRow) },
  audit: 'import.opened',
})
