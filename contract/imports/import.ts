import * as z from 'zod/mini'
import { id } from '../schema.ts'
import { importAnswers } from './answers.ts'
import { importFields } from './fields.ts'
import { layouts } from './layouts.ts'
import { cellProblems, fileProblems, skipReasons } from './problems.ts'

/**
 * How far an import has come: `waiting` to be read, `reading`, `read`, `refused` because the file cannot be read at all, or
 * `cancelled`.
 */
export const importStates = ['waiting', 'reading', 'read', 'refused', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** What becomes of a row: something is made of it, it waits until its cells are right, or it makes nothing. */
export const rowOutcomes = ['right', 'wrong', 'skipped'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** The layout of a file, its headers, and the field of each column; null for a column that is not read. */
const importHead = z.strictObject({
  layout: z.enum(layouts),
  headers: z.array(z.string()),
  columns: z.array(z.nullable(z.strictObject({ field: z.enum(importFields), condition: z.optional(z.string()) }))),
})
export type ImportHead = z.infer<typeof importHead>

/** What a file holds, in numbers, and what it asks to be matched with kits and groups. */
const importSummary = z.strictObject({
  /** Rows below the headers, without blank ones. */
  rows: z.int(),
  /** Rows with anything wrong, which wait. */
  wrong: z.int(),
  skipped: z.strictObject({ noResult: z.int(), removed: z.int(), repeated: z.int() }),
  /** People and tests in rows that are right. The rows of a multiplex test are one test. */
  people: z.int(),
  tests: z.int(),
  /** Each device with each line of its tests as the file names them, and the number of their results. */
  devices: z.array(
    z.strictObject({
      device: z.string(),
      condition: z.nullable(z.string()),
      code: z.nullable(z.string()),
      results: z.int(),
    }),
  ),
  facilities: z.array(z.strictObject({ name: z.string(), rows: z.int() })),
  /** True if a result was written as UNDETERMINED. */
  hasUndetermined: z.boolean(),
  /** The number of rows that were marked as an error at their source. */
  removed: z.int(),
})
export type ImportSummary = z.infer<typeof importSummary>

/** An imported file. Instants are ISO 8601 in UTC. */
export const fileImport = z.strictObject({
  id,
  organisationId: z.nullable(id),
  fileName: z.string(),
  bytes: z.int(),
  state: z.enum(importStates),
  /** The answers that the file was read with, at first those that are proposed. Null until its beginning has been read. */
  answers: z.nullable(importAnswers),
  /** Null until its beginning has been read. */
  head: z.nullable(importHead),
  /** Null until the file has been read to its end. */
  summary: z.nullable(importSummary),
  /** The number of rows that have been read so far. */
  rowsRead: z.int(),
  /** Why the file cannot be read, with the message in the reader's language. */
  problem: z.nullable(z.strictObject({ code: z.enum(fileProblems), message: z.string() })),
  uploadedBy: z.nullable(z.string()),
  uploadedAt: z.string(),
  /** The file and its rows are removed at this time. */
  removedAt: z.string(),
  version: z.int(),
})
export type FileImport = z.infer<typeof fileImport>

/** A row of a file, with what is wrong at its cells. */
export const importRow = z.strictObject({
  /** The row in the file, counted from 1 with the headers. */
  line: z.int(),
  /** The cells as they are written; null for a formula. */
  cells: z.array(z.nullable(z.string())),
  outcome: z.enum(rowOutcomes),
  /** Why it makes nothing, and the row that counts instead of one that tells of the same. */
  skipped: z.nullable(z.enum(skipReasons)),
  repeats: z.nullable(z.int()),
  /** Columns are counted from 0; null for a problem of the whole row. Messages are in the reader's language. */
  problems: z.array(z.strictObject({ column: z.nullable(z.int()), code: z.enum(cellProblems), message: z.string() })),
})
export type ImportRow = z.infer<typeof importRow>
