import type { Result } from '../rules/results.ts'
import type { ImportAnswers } from './answers.ts'
import type { RowCells } from './row-cells.ts'
import type { DateSettings } from './written-dates.ts'
import { readDay, type timeReader, type WrittenTime } from './written-times.ts'
import { correctionWords, resultWords, type Correction, type WrittenResult } from './words.ts'

/** A test as a row of a file tells of it, besides its results. What the file does not tell is null. */
export interface ImportedTest {
  /** The instant as ISO 8601 with Z, and what a clock in the zone showed: YYYY-MM-DD, HH:mm, minutes ahead of UTC. */
  performedAt: string
  performedDate: string
  performedTime: string
  performedZone: string
  performedOffset: number
  /** The instant at which the source stored the result, as ISO 8601 with Z. The newest row of a test counts. */
  reportedAt: string | null
  deviceName: string | null
  deviceManufacturer: string | null
  deviceModel: string | null
  specimen: string | null
  /** The place without the mark of one that was closed. */
  facility: string | null
  /** Who recorded it according to the file. */
  submitter: string | null
  correction: Correction
  correctionReason: string | null
  accession: string | null
  symptoms: string | null
  /** YYYY-MM-DD. */
  symptomOnset: string | null
  note: string | null
}

/** The result of one line. `condition` is the disease as the file names it, `code` its LOINC code; one of them is known. */
export interface ImportedResult {
  condition: string | null
  code: string | null
  result: Result
}

/** Where and with what a row says that its test was done, which is asked about once for the whole file. */
export interface NamedByTest {
  facility: string | null
  /** Empty if the row names none. */
  device: string
}

/** What the tests of a file are read by. */
export interface TestSettings {
  dates: DateSettings
  readTime: ReturnType<typeof timeReader>
  /** The latest instant of a test in milliseconds since 1970, and the earliest day. */
  latest: number
  earliest: string
  undetermined: ImportAnswers['undetermined']
}

/** Reads the test of a row; null if its time or its device are missing or wrong, so that what it names stands beside it. */
export function readTest(
  row: RowCells,
  settings: TestSettings,
  dateOfBirth: string | null,
): { test: ImportedTest | null; named: NamedByTest } {
  const performed = readPerformed(row, settings, dateOfBirth)
  const reported = row.text('reportedAt', 60)
  const reportedTime = reported === null ? null : settings.readTime(reported)
  if (typeof reportedTime === 'string') row.refuse('reportedAt', reportedTime)
  const deviceModel = row.text('deviceModel')
  const deviceName = row.text('deviceName')
  // A file without a column of devices is asked once which kit all of its tests are of.
  const needsDevice = row.has('deviceModel') || row.has('deviceName')
  const isDeviceMissing = needsDevice && deviceModel === null && deviceName === null
  if (isDeviceMissing) row.required('deviceModel')
  const rest = {
    reportedAt: reportedTime !== null && typeof reportedTime !== 'string' ? isoOf(reportedTime) : null,
    deviceName,
    deviceManufacturer: row.text('deviceManufacturer'),
    deviceModel,
    specimen: row.text('specimen', 100),
    facility: withoutClosed(row.text('facility') ?? row.text('laboratory')),
    submitter: row.text('submitter'),
    correction: row.oneOf('correction', correctionWords) ?? 'original',
    correctionReason: row.text('correctionReason', 500),
    accession: row.text('accession', 100),
    symptoms: row.prose('symptoms', 1000),
    symptomOnset: readOnset(row, settings),
    note: row.prose('note', 1000),
  }
  const named = { facility: rest.facility, device: deviceModel ?? deviceName ?? '' }
  if (performed === null || isDeviceMissing) return { test: null, named }
  const { day, time, zone, offset } = performed
  const times = { performedDate: day, performedTime: time, performedZone: zone, performedOffset: offset }
  return { test: { performedAt: isoOf(performed), ...times, ...rest }, named }
}

function isoOf({ at }: WrittenTime): string {
  return new Date(at).toISOString()
}

function readPerformed(row: RowCells, settings: TestSettings, dateOfBirth: string | null): WrittenTime | null {
  const field = row.text('performedAt', 60) === null && row.has('orderedAt') ? 'orderedAt' : 'performedAt'
  const text = row.required(field, 60)
  if (text === null) return null
  const time = row.text('performedTime', 60)
  const found = settings.readTime(text, time)
  const isOfTime = found === 'time' && time !== null && typeof settings.readTime(text) !== 'string'
  if (typeof found === 'string') row.refuse(isOfTime ? 'performedTime' : field, found)
  else if (found.at > settings.latest) row.refuse(field, 'timeInFuture')
  else if (found.day < settings.earliest) row.refuse(field, 'dateTooOld')
  else if (dateOfBirth !== null && found.day < dateOfBirth) row.refuse(field, 'beforeBirth')
  else return found
  return null
}

/** SimpleReport's browser wrote `Invalid date` where there was none. */
function readOnset(row: RowCells, { dates }: TestSettings): string | null {
  const text = row.text('symptomOnset', 60)
  if (text === null || text === 'Invalid date') return null
  const read = readDay(text, dates)
  if ('day' in read) return read.day
  row.refuse('symptomOnset', read.problem)
  return null
}

function withoutClosed(facility: string | null): string | null {
  return facility?.replace(/ \((archived|deleted)\)$/i, '') ?? null
}

/** Where a layout has its results: in columns of one disease each, or in one column beside a disease or a code. */
export type ResultColumns = readonly { at: number; condition: string | undefined }[]

/** Reads the results of a row, one for each line of the test that it tells of; empty if it tells of none. */
export function readResults(row: RowCells, columns: ResultColumns, settings: TestSettings): ImportedResult[] {
  const read = columns.flatMap(({ at, condition }): ImportedResult[] => {
    const text = row.readAt(at, 100)
    const written = text === null ? 'none' : row.meaningOf('result', text, resultWords)
    if (written === undefined) row.refuseAt(at, 'result')
    if (written === 'undetermined' && settings.undetermined === 'ask') row.refuseAt(at, 'undetermined')
    const result = meantResult(written, settings)
    if (result === null) return []
    if (condition !== undefined) return [{ condition, code: null, result }]
    const named = { condition: row.text('condition', 100), code: row.text('testCode', 50) }
    if (named.code !== null && !/^[A-Z]{0,2}\d{1,7}-\d$/.test(named.code)) row.refuse('testCode', 'code')
    const isNamed = named.condition !== null || named.code !== null
    const needsName = row.has('condition') || row.has('testCode')
    if (!isNamed && needsName) row.required(row.has('condition') ? 'condition' : 'testCode')
    return [{ ...named, result }]
  })
  return read
}

function meantResult(written: WrittenResult | null | undefined, { undetermined }: TestSettings): Result | null {
  if (written === undefined || written === null || written === 'none' || written === 'not-done') return null
  if (written !== 'undetermined') return written
  return undetermined === 'ask' ? null : undetermined
}
