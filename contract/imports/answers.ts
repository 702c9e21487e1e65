import * as z from 'zod/mini'
import { mostImportColumns, mostRowsAbove } from '../limits-and-times.ts'
import { isTimeZone } from '../rules/dates.ts'
import { anyText, formalText, id, rule } from '../schema.ts'
import { importFields } from './fields.ts'
import type { Layout } from './layouts.ts'
import { wordAnswer } from './word-answers.ts'
import { dateOrderAnswers, serialDateAnswers, twoDigitYears } from './written-dates.ts'

/** A text as it stands in a cell. */
const nameInFile = anyText(500)

/** The most kits and places that one file is asked about. */
const mostMatches = 2000

/** A device and a line of its tests as a file names them: `summary.devices`. */
const namedLine = { device: nameInFile, condition: z.nullable(nameInFile), code: z.nullable(nameInFile) }

/** The kit of a device, and the analyte of one of its lines. All lines of a device are of one kit. */
const kitAnswer = z.strictObject({ ...namedLine, assayId: id, analyteId: formalText(50) })
export type KitAnswer = z.infer<typeof kitAnswer>

/** The group that a facility is; the facility is null for rows that name none. */
const groupAnswer = z.strictObject({ facility: z.nullable(nameInFile), groupId: id })
export type GroupAnswer = z.infer<typeof groupAnswer>

/** What a file does not say about itself, and is asked once for each file. */
export const importAnswers = z.strictObject({
  /** The zone of the clock that wrote times without one. */
  zone: formalText(64).check(rule('timeZone', isTimeZone)),
  /** Dates that may be two days wait while nobody has said which order they have. */
  dateOrder: z._default(z.enum(dateOrderAnswers), 'ask'),
  /** Which year two digits of a date of birth stand for where both centuries are possible; rows wait while nobody has said. */
  twoDigitYears: z._default(z.enum(twoDigitYears), 'ask'),
  /** The year from which a spreadsheet has counted the days of dates that are plain numbers. They wait while nobody has said. */
  serialDates: z._default(z.enum(serialDateAnswers), 'ask'),
  /** The result that `UNDETERMINED` stands for. Its rows wait while nobody has said. */
  undetermined: z._default(z.enum(['ask', 'inconclusive', 'invalid']), 'ask'),
  /** What becomes of results that were marked as an error: recorded and voided, or left out. They wait while nobody has said. */
  removed: z._default(z.enum(['ask', 'void', 'leave-out']), 'ask'),
  /** Whether the people of rows with one of two names have one name. Such rows wait while nobody has said, and if they have two. */
  hasOneName: z.optional(z.boolean()),
  /** True if text messages may be sent to the mobiles of the file. */
  texts: z._default(z.boolean(), false),
  /** The field of each column of a file whose layout is not known; null for those that are not read. */
  columns: z._default(
    z.nullable(z.array(z.nullable(z.enum(importFields))).check(z.maxLength(mostImportColumns))),
    null,
  ),
  /** The row of headers, counted from 1; 0 for a file without headers, and null for the row that is found. */
  headerRow: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(mostRowsAbove))), null),
  /** The sheet of a workbook that is read; null for the first that is not hidden. */
  sheet: z._default(z.nullable(nameInFile), null),
  /** Rows with a word that has no answer wait. What was answered for an earlier file is proposed. */
  words: z.optional(z.array(wordAnswer).check(z.maxLength(mostMatches))),
  /** Rows whose device or facility has no answer wait. What was answered for an earlier file is proposed. */
  kits: z._default(z.array(kitAnswer).check(z.maxLength(mostMatches)), []),
  /** The devices whose tests are recorded without those lines of their kits of which the file has no result. */
  fewerLines: z.optional(z.array(nameInFile).check(z.maxLength(mostMatches))),
  groups: z._default(z.array(groupAnswer).check(z.maxLength(mostMatches)), []),
})
export type ImportAnswers = z.infer<typeof importAnswers>

/** Answers as somebody gives them. How dates are read stays as it is where nothing is said about it. */
export const givenAnswers = z.extend(importAnswers, {
  dateOrder: z.optional(z.enum(dateOrderAnswers)),
  twoDigitYears: z.optional(z.enum(twoDigitYears)),
  serialDates: z.optional(z.enum(serialDateAnswers)),
})
export type GivenAnswers = z.infer<typeof givenAnswers>

/**
 * The answers that a file is read with before anybody has answered, with the zone of the sender's clock. SimpleReport's server wrote
 * times in UTC, and all of its files have the month first.
 */
export function proposedAnswers(layout: Layout, zone: string): ImportAnswers {
  return {
    zone: layout === 'results-server' ? 'UTC' : zone,
    dateOrder: layout === 'by-hand' ? 'ask' : 'mdy',
    twoDigitYears: 'ask',
    serialDates: 'ask',
    undetermined: 'ask',
    removed: 'ask',
    texts: false,
    columns: null,
    headerRow: null,
    sheet: null,
    words: [],
    kits: [],
    groups: [],
  }
}
