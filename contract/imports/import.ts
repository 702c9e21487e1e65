import * as z from 'zod/mini'
import { id } from '../schema.ts'
import { importAnswers } from './answers.ts'
import { differenceFields, differences } from './differences.ts'
import { importFields } from './fields.ts'
import { layouts } from './layouts.ts'
import { cellNotes, cellProblems, fileProblems, matchProblems, skipReasons } from './problems.ts'
import { wordFields } from './word-answers.ts'

/**
 * How far an import has come: `waiting` to be read, `reading`, `matching` its rows with what is here, `read`, `refused`
 * because the file cannot be read at all, `cancelled`, `running`, `done`, `undoing` or `undone`. What still waits when it is
 * done can be corrected and run again.
 */
export const importStates = [
  'waiting',
  'reading',
  'matching',
  'read',
  'refused',
  'cancelled',
  'running',
  'done',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** What becomes of a row: it will be made, it waits until its cells are right, it makes nothing, or it was made. */
export const rowOutcomes = ['right', 'wrong', 'skipped', 'made'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** What becomes of the person of a row. */
export const personOutcomes = ['made', 'matched'] as const
export type PersonOutcome = (typeof personOutcomes)[number]

/** Who the person of a row is who may be somebody else of the same name: that person, or another. */
export const personAnswers = ['same', 'another'] as const
export type PersonAnswer = (typeof personAnswers)[number]

/** The layout of a file, its headers, and the field of each column; null for a column that is not read. */
const importHead = z.strictObject({
  layout: z.enum(layouts),
  headers: z.array(z.string()),
  /** The row of the headers; 0 if the file has none. */
  line: z.optional(z.int()),
  /** The sheet of a workbook that is read, and the others with the hidden ones among them. */
  sheet: z.optional(z.string()),
  otherSheets: z.optional(z.array(z.strictObject({ name: z.string(), isHidden: z.boolean() }))),
  columns: z.array(z.nullable(z.strictObject({ field: z.enum(importFields), condition: z.optional(z.string()) }))),
})
export type ImportHead = z.infer<typeof importHead>

/** What a file holds, in numbers, and what it asks to be matched with kits and groups. */
const importSummary = z.strictObject({
  /** Rows below the headers, without blank ones. */
  rows: z.int(),
  /** Rows with anything wrong, which wait. */
  wrong: z.int(),
  skipped: z.strictObject({ noResult: z.int(), removed: z.int(), repeated: z.int(), heading: z.optional(z.int()) }),
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
  /** The facilities that rows name, and null for rows that name none. */
  facilities: z.array(z.strictObject({ name: z.nullable(z.string()), rows: z.int() })),
  /** The words that are not known by themselves, with the number of rows; absent from a file that an earlier version has read. */
  words: z.optional(z.array(z.strictObject({ field: z.enum(wordFields), word: z.string(), rows: z.int() }))),
  /** What the dates leave open, in cells: those that exist in several orders or in one alone, and more. Older ones lack it. */
  dates: z.optional(
    z.strictObject({
      inEitherOrder: z.int(),
      onlyMonthFirst: z.int(),
      onlyDayFirst: z.int(),
      /** Dates that exist only with a year of two digits first. They wait until somebody says so. Older ones lack it. */
      onlyYearFirst: z.optional(z.int()),
      /** Dates of birth of which two digits may be either century. */
      twoDigitYears: z.int(),
      /** Dates that are a number of days, as spreadsheets count them. */
      serialDates: z.int(),
    }),
  ),
  /** The number of rows with one of two names. Older ones lack it. */
  oneNames: z.optional(z.int()),
  /** True if a result was written as UNDETERMINED. */
  hasUndetermined: z.boolean(),
  /** The number of rows that were marked as an error at their source. */
  removed: z.int(),
})
export type ImportSummary = z.infer<typeof importSummary>

/** What running an import will make of the rows that are right, in numbers, and how many rows wait or make nothing. */
const importPreview = z.strictObject({
  people: z.strictObject({ made: z.int(), matched: z.int() }),
  tests: z.int(),
  wrong: z.int(),
  skipped: z.int(),
  /** The groups into which rows that are right go, and the number of these rows; those with most first. Older ones lack it. */
  groups: z.optional(z.array(z.strictObject({ id: z.string(), name: z.string(), rows: z.int() }))),
  /** Rows that were made. It is counted when a run ends. */
  made: z.optional(z.int()),
  /**
   * The people who are known here and of whom rows say something otherwise than is stored, by field, and of how many it is taken
   * from the file: those of rows that are right, and of rows that were made. Older ones lack it.
   */
  differences: z.optional(
    z.array(z.strictObject({ field: z.enum(differenceFields), people: z.int(), taken: z.int() })),
  ),
})
export type ImportPreview = z.infer<typeof importPreview>

/** What an import has made so far. `rows` and `of` count the rows that were right, or of known tests, when it was started. */
const importRun = z.strictObject({
  rows: z.int(),
  of: z.int(),
  people: z.strictObject({ made: z.int(), matched: z.int() }),
  tests: z.int(),
  /** Tests that an earlier import had made. */
  known: z.int(),
  /** Rows that turned out to wait, because something has changed here since the preview. */
  wrong: z.int(),
  startedBy: z.nullable(z.string()),
  startedAt: z.string(),
  /** Null while it is running, and if it was stopped. */
  endedAt: z.nullable(z.string()),
})
export type ImportRun = z.infer<typeof importRun>

/** The most people who are named of those who stay when an import is undone. */
export const mostNamedOfUndo = 20

const named = z.strictObject({ id, name: z.string() })

/** What undoing an import did, and what it left: records that were changed since, and people whom something else uses. */
const importUndo = z.strictObject({
  voided: z.int(),
  erased: z.int(),
  recordsLeft: z.int(),
  peopleLeft: z.int(),
  /** People of whom all that was taken from the file was put back, and those of whom something has changed since. Older ones lack them. */
  putBack: z.optional(z.int()),
  notPutBack: z.optional(z.int()),
  /** Some of the people who were left, as far as the reader sees them. The list of imports lacks them. */
  left: z.optional(z.array(named)),
})
export type ImportUndo = z.infer<typeof importUndo>

/** Why undoing an import leaves somebody: they were changed since, another import has found them, or something else uses them. */
export const stayReasons = ['changed', 'found', 'used'] as const
export type StayReason = (typeof stayReasons)[number]

/** What undoing an import would do now. */
export const foreseenUndo = z.strictObject({
  /** Tests that would be voided. */
  tests: z.int(),
  /** Tests that would stay, because they were corrected or sent since, or another import brought them, too. */
  testsLeft: z.int(),
  /** People who would be removed. */
  people: z.int(),
  /** People who would stay, by the reason, and some of them as far as the reader sees them. */
  peopleLeft: z.array(z.strictObject({ reason: z.enum(stayReasons), count: z.int(), named: z.array(named) })),
})
export type ForeseenUndo = z.infer<typeof foreseenUndo>

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
  /** True if the columns are those that were assigned to an earlier file with these headers. */
  hasKnownColumns: z.boolean(),
  /** Null until the file has been read to its end. */
  summary: z.nullable(importSummary),
  /** Null until the rows have been matched with what is here. */
  preview: z.nullable(importPreview),
  /** Null until it is started. */
  run: z.nullable(importRun),
  /** Null until it is undone. */
  undo: z.nullable(importUndo),
  /** It can be undone until this time; null if there is nothing to undo. */
  undoUntil: z.nullable(z.string()),
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

/** An imported file in a list, without what grows with the columns, devices and facilities that it names. */
export const listedImport = z.extend(
  z.omit(fileImport, { answers: true, head: true, hasKnownColumns: true, summary: true }),
  { summary: z.nullable(z.omit(importSummary, { devices: true, facilities: true })) },
)
export type ListedImport = z.infer<typeof listedImport>

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
  /** Whether the person is made or is known here already; null while that is not known, and for rows that make nothing. */
  person: z.nullable(z.enum(personOutcomes)),
  /** What it says otherwise than is stored of somebody who is known here; null for nothing. */
  differences: z.nullable(differences),
  /** The fields of these that are to be taken from the file, or were. */
  taken: z.array(z.enum(differenceFields)),
  /** The dates as they are read, for everybody to see which are meant; null where a row has none, or none that can be read. */
  read: z.strictObject({
    /** Days are YYYY-MM-DD. */
    dateOfBirth: z.nullable(z.string()),
    symptomOnset: z.nullable(z.string()),
    /** The instant of the test in ISO 8601, and the day and HH:mm that the clock of the zone showed. */
    performed: z.nullable(z.strictObject({ at: z.string(), day: z.string(), time: z.string(), zone: z.string() })),
    reportedAt: z.nullable(z.string()),
  }),
  /**
   * What is wrong, and in a row that does not wait, what is left out of it or read otherwise than it is written. Columns are
   * counted from 0; null for a problem of the whole row. Messages are in the reader's language. `proposed` is what the cell may
   * have meant.
   */
  problems: z.array(
    z.strictObject({
      column: z.nullable(z.int()),
      code: z.enum([...cellProblems, ...matchProblems, ...cellNotes]),
      message: z.string(),
      proposed: z.optional(z.string()),
      /** The record that stands here and says otherwise. */
      recordId: z.optional(id),
    }),
  ),
})
export type ImportRow = z.infer<typeof importRow>
