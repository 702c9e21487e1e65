import type { ImportAnswers } from '../../../contract/imports/answers.ts'
import type { ImportHead, ImportSummary } from '../../../contract/imports/import.ts'
import type { Keeps } from '../../../contract/imports/imported-person.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import type { WordAnswer } from '../../../contract/imports/word-answers.ts'
import type { FileProblem } from '../../../contract/imports/problems.ts'
import type { Cell } from '../../../contract/imports/row-cells.ts'

/** The first message about a file. */
export interface HeadMessage extends ImportHead {
  kind: 'head'
  /** The answers that the file is read with. */
  answers: ImportAnswers
}

/** What a file is read by. */
export interface ReadSettings {
  /** Null to read it with those that are proposed. */
  answers: ImportAnswers | null
  /** What words mean that were answered for earlier files, which is proposed for this one. */
  words: WordAnswer[]
  /** The zone that is proposed for times without one. */
  zone: string
  /** What the tenant keeps of people. */
  keeps: Keeps
  /** The present time, by which dates of the future are refused. */
  now: Date
}

/** A row with its number in the file, counted from 1 with the headers, and its cells as they are written. */
export interface RowMessage extends ImportedRow {
  kind: 'row'
  line: number
  cells: Cell[]
  /** Hashes of the person and of the test, which rows of one person and of one multiplex test share. */
  personKey: string | null
  testKey: string | null
  /**
   * The line of the row that counts instead of this one, which tells of the same results, or of the earlier row instead of
   * which this one counts.
   */
  repeats: number | null
  replaces: number | null
}

/** The last message about a file. */
type EndMessage = { kind: 'end'; summary: ImportSummary } | { kind: 'refused'; problem: FileProblem }

export type ReadMessage = HeadMessage | RowMessage | EndMessage
