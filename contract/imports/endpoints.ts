import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxImportBytes, mostImportColumns } from '../limits-and-times.ts'
import { listOf, listQuery } from '../listing.ts'
import { isTimeZone } from '../rules/dates.ts'
import { anyText, dataOf, formalText, id, rule } from '../schema.ts'
import { ifMatchOptional } from '../versions.ts'
import { givenAnswers } from './answers.ts'
import { takenFields } from './differences.ts'
import {
  fileImport,
  foreseenUndo,
  importRow,
  importStates,
  listedImport,
  personAnswers,
  rowOutcomes,
} from './import.ts'

const requires = { rule: 'mayImport' } as const

/** How often somebody may have a file read, matched, run or undone: more often than anybody answers questions about files. */
const startsWork = { attempts: 100, minutes: 15 } as const

export const importList = listQuery({
  filters: { state: z.optional(z.enum(importStates)) },
  sorts: ['created_at', '-created_at'],
  default: '-created_at',
})

/**
 * Lists the files of the last days: administrators of the tenant see all, those of an organisation its own. What a file names, and
 * the answers about it, has the file alone.
 */
export const listImports = endpoint('listImports', 'GET /imports', {
  summary: 'Imported files in the user’s scope, latest first',
  requires,
  query: importList.page,
  replies: { 200: listOf(listedImport) },
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
 * Reads the file again with these answers; with other kits or groups alone, its rows are only matched again. Corrections of
 * cells are lost when it is read again. 409 `not-possible` once it was cancelled or started; 422 at `columns` if they are not
 * as many as the file has, at `kits.0.assayId` or `kits.0.analyteId`, and at `groups.0.groupId`, also for a group that is
 * suspended or outside of the user's scope.
 */
export const previewImport = endpoint('previewImport', 'PUT /imports/{id}/preview', {
  summary: 'Read an imported file with answers about it',
  requires,
  headers: ifMatchOptional,
  body: givenAnswers,
  limit: startsWork,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.previewed',
})

/**
 * Ends an import. Nothing more is made of it; what was made stays, and can be undone. Its file and its rows are removed. A
 * repeat has the same reply. 409 `not-possible` once it is done.
 */
export const cancelImport = endpoint('cancelImport', 'PUT /imports/{id}/cancel', {
  summary: 'Cancel an import',
  requires,
  headers: ifMatchOptional,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.cancelled',
})

export const importRowList = listQuery({
  filters: {
    outcome: z.optional(z.enum(rowOutcomes)),
    /** Those alone that say something otherwise than is stored of people who are known here. */
    differs: z.optional(z.literal('yes')),
  },
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

/** The most characters of a corrected cell; the fields of a row have less. */
const mostCellText = 2000

/** A column of a file, counted from 0, and the text that shall stand in its cell. */
const correctedCell = z.strictObject({
  column: z.int().check(z.minimum(0), z.maximum(mostImportColumns)),
  text: anyText(mostCellText),
})

/** A row by its line in the file. */
const ofRow = z.strictObject({
  id,
  line: z.pipe(
    formalText(9).check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform((digits) => Number(digits)),
  ),
})

/**
 * Corrects cells of a row that waits, and reads it again with its new cells. 404 for a line that the file does not have; 409
 * `not-possible` for a row that was made, and while the file is read, matched or run; 422 at `cells.0.column`.
 */
export const correctImportRow = endpoint('correctImportRow', 'PUT /imports/{id}/rows/{line}', {
  summary: 'Correct cells of a row of an imported file',
  requires,
  params: ofRow,
  body: z.strictObject({ cells: z.array(correctedCell).check(z.minLength(1), z.maxLength(mostImportColumns)) }),
  replies: { 200: dataOf(importRow) },
  audit: 'import.corrected',
})

/**
 * Answers who the person of a row is that waits with `mayBeTwo`, `personUncertain` or `localIdOfAnother`: the person who was asked about, or
 * another. It holds for all rows of the file that wait and tell the same of that person. 409 `not-possible` for a row that asks
 * nothing, and while the file is read, matched or run.
 */
export const answerImportPerson = endpoint('answerImportPerson', 'PUT /imports/{id}/rows/{line}/person', {
  summary: 'Say whether a row of an imported file is of the same person or of another',
  requires,
  params: ofRow,
  body: z.strictObject({ answer: z.enum(personAnswers) }),
  replies: { 200: dataOf(importRow) },
  audit: 'import.corrected',
})

/**
 * Says whether a detail of people who are known here is taken from the file, which says it otherwise: of the person of one row,
 * or of all rows. What nobody chose stays as it is stored. 409 `not-possible` while the file is read, matched or run.
 */
export const chooseImportDifferences = endpoint('chooseImportDifferences', 'PUT /imports/{id}/differences', {
  summary: 'Say whether details of known people are taken from an imported file',
  requires,
  body: z.strictObject({
    field: z.enum(takenFields),
    /** The line of the row in the file; null for all rows. */
    line: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999_999))),
    isTaken: z.boolean(),
  }),
  limit: startsWork,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.corrected',
})

/**
 * Starts making people and tests of the rows that are right, in the user's name. The others wait. A repeat has the same reply.
 * 409 `not-possible` unless it is `read`, or `done` with corrected rows.
 */
export const startImport = endpoint('startImport', 'PUT /imports/{id}/run', {
  summary: 'Import the rows of a file that are right',
  requires,
  headers: ifMatchOptional,
  limit: startsWork,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.started',
})

/**
 * Voids the tests of an import that are as they were imported, and erases the people whom only it has made. Possible until
 * `undoUntil`, for users who may correct tests; 409 `not-possible` otherwise. A repeat has the same reply.
 */
export const undoImport = endpoint('undoImport', 'PUT /imports/{id}/undo', {
  summary: 'Undo an import',
  requires: { rule: 'mayUndoImports' },
  headers: ifMatchOptional,
  limit: startsWork,
  replies: { 200: dataOf(fileImport) },
  audit: 'import.undone',
})

/** Tells what undoing an import would do now, and changes nothing. Of one that was undone, or has made nothing, it is nothing. */
export const foreseeImportUndo = endpoint('foreseeImportUndo', 'GET /imports/{id}/undo', {
  summary: 'What undoing an import would void and remove, and what would stay',
  requires: { rule: 'mayUndoImports' },
  replies: { 200: dataOf(foreseenUndo) },
})

/**
 * Streams the rows that wait as CSV: the line in the file and what is wrong, then their cells under their headers. Sent again, they are
 * read by the answers that were given for their file.
 */
export const exportWrongRows = endpoint('exportWrongRows', 'GET /imports/{id}/wrong-rows', {
  summary: 'The rows of an imported file that wait, with the reasons, as CSV',
  requires,
  replies: { 200: null },
  produces: 'text/csv; charset=utf-8',
  audit: 'import.opened',
})
