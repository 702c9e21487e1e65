import type { Result } from '../../../contract/rules/results.ts'
import { overallResult } from '../../../contract/rules/results.ts'
import type { Round, RoundRow, StandingEntry } from '../../../contract/rounds/round.ts'
import { readingWindow } from '../../../contract/rules/reading-window.ts'
import { folded, foldedId } from '../../../contract/rules/folding.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { standingOf, type Standing } from '../running/clock.ts'
import { t } from '../../ui/phrases.ts'

/** The time of a row: none before its sample was applied, or if the kit names no time. */
export function timeOfRow({ assay }: Round, { appliedAt }: RoundRow, now: number): Standing | undefined {
  if (appliedAt === null || assay.readUntilMinutes === 0) return undefined
  const { readFrom, readUntil } = readingWindow(new Date(appliedAt), assay)
  return standingOf({ readFrom: readFrom?.toISOString() ?? null, readUntil: readUntil?.toISOString() ?? null }, now)
}

/** The result as a whole of an entry; undefined for somebody who was not tested. */
export function resultOf(entry: Pick<StandingEntry, 'outcome' | 'analyteResults'>): Result | undefined {
  return entry.outcome === 'tested' ? overallResult(entry.analyteResults.map(({ result }) => result)) : undefined
}

/** An entry in words, such as 'Negative' or 'Absent'. */
export function wordsOf(entry: Pick<StandingEntry, 'outcome' | 'analyteResults'> | null): string {
  if (entry === null) return t('rounds:nothing')
  const result = resultOf(entry)
  return result === undefined || entry.outcome !== 'tested'
    ? t(`rounds:outcome.${entry.outcome === 'tested' ? 'absent' : entry.outcome}`)
    : t(`results:${result}`)
}

/** An entry in words, with the result of each line if the test has several. */
export function wordsOfLines(
  { assay }: Round,
  entry: Pick<StandingEntry, 'outcome' | 'analyteResults'> | null,
): string {
  const lines = linesIn({ assay }, entry?.analyteResults ?? [])
  return lines === '' ? wordsOf(entry) : `${wordsOf(entry)} (${lines})`
}

/** The results of lines with the name of each; empty for a test of one line, whose name says nothing more. */
export function linesIn({ assay }: Pick<Round, 'assay'>, lines: StandingEntry['analyteResults']): string {
  if (assay.analytes.length < 2) return ''
  const nameOfLine = (id: string) => assay.analytes.find((analyte) => analyte.id === id)?.name ?? ''
  return lines.map(({ analyteId, result }) => `${nameOfLine(analyteId)}: ${t(`results:${result}`)}`).join(', ')
}

/** True if two entries say the same of what became of somebody, whatever their notes. */
export function hasSameResult(
  one: Pick<StandingEntry, 'outcome' | 'analyteResults'>,
  other: Pick<StandingEntry, 'outcome' | 'analyteResults'>,
): boolean {
  const resultOfLine = new Map(other.analyteResults.map(({ analyteId, result }) => [analyteId, result]))
  return (
    one.outcome === other.outcome &&
    one.analyteResults.length === other.analyteResults.length &&
    one.analyteResults.every(({ analyteId, result }) => resultOfLine.get(analyteId) === result)
  )
}

export function nameOf({ subject }: Pick<RoundRow, 'subject'>): string {
  return subjectName(subject) ?? t('lists:anonymized')
}

/** The first letters of the names of somebody. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 3)
    .toUpperCase()
}

/** A text as a message repeats it: what was pasted or scanned may be long. */
export function shortened(text: string): string {
  const letters = [...text.trim()]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : letters.join('')
}

type Findable = Pick<RoundRow, 'subject' | 'room'>

/** Finds who can be meant by a text: those who have exactly that, or else those of whom it is the beginning. */
export function meantBy<Row extends Findable>(rows: readonly Row[], text: string): Row[] {
  const { exact, begun } = matches(rows, text)
  return exact.length > 0 ? exact : begun
}

/** Finds who has a scanned number. Of two nobody is meant. */
export function numbered<Row extends Findable>(rows: readonly Row[], text: string): Row | undefined {
  const found = having(rows, text)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Finds those who have exactly this number or email, or else an animal whose tag differs from it only in dashes and spaces.
 * The number of a bed is never read so freely, because 1-12 and 11-2 are two people.
 */
function having<Row extends Findable>(rows: readonly Row[], text: string): Row[] {
  const [wanted, tag] = [folded(text.trim()), foldedId(text)]
  const exact = rows.filter(({ subject: { localId, customId1, customId2, email } }) =>
    [localId, customId1, customId2, email].some((one) => one !== null && folded(one) === wanted),
  )
  if (exact.length > 0) return exact
  return rows.filter(({ subject: { customId1, customId2 } }) =>
    [customId1, customId2].some((one) => one !== null && foldedId(one) === tag),
  )
}

function matches<Row extends Findable>(rows: readonly Row[], text: string): { exact: Row[]; begun: Row[] } {
  const wanted = folded(text.trim())
  const exact: Row[] = []
  const begun: Row[] = []
  if (wanted === '') return { exact, begun }
  const numbers = new Set(having(rows, text))
  for (const row of rows) {
    const room = folded(row.room ?? '')
    const names = folded(nameOf(row))
    if (room === wanted || numbers.has(row)) exact.push(row)
    else if ([names, ...names.split(/\s+/), ...room.split(/\s+/)].some((one) => one.startsWith(wanted))) begun.push(row)
  }
  return { exact, begun }
}

/** The people who cannot be told from another one by name and date of birth, by id. */
export function namesakesIn(rows: readonly RoundRow[]): ReadonlySet<string> {
  const alike = Map.groupBy(rows, (row) => JSON.stringify([folded(nameOf(row)), row.subject.dateOfBirth]))
  return new Set([...alike.values()].flatMap((all) => (all.length > 1 ? all.map(({ subjectId }) => subjectId) : [])))
}

export type Sort = 'name' | 'room' | 'ready'

const inOrder = { ready: 0, developing: 1, late: 2 }

/** The rows as they are shown; `ready` has what can be read now on top, and what was entered at the end. */
export function sorted(round: Round, rows: readonly RoundRow[], sort: Sort, now: number): RoundRow[] {
  if (sort === 'name') return [...rows]
  if (sort === 'room') {
    const place = ({ unit, room }: RoundRow) => `${unit ?? ''} ${room ?? ''}`
    return rows.toSorted((a, b) => place(a).localeCompare(place(b), undefined, { numeric: true }))
  }
  const rank = (row: RoundRow) => {
    const standing = timeOfRow(round, row, now)
    if (row.entry !== null) return 4
    return standing === undefined ? 3 : inOrder[standing.phase]
  }
  return rows.toSorted((a, b) => rank(a) - rank(b) || (a.appliedAt ?? '').localeCompare(b.appliedAt ?? ''))
}
