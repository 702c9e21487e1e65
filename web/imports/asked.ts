import type { AssayListItem } from '../../contract/assays/assay.ts'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportSummary } from '../../contract/imports/import.ts'
import { nameOfWord, type WordField } from '../../contract/imports/word-answers.ts'
import { proposedResults } from '../../contract/imports/words.ts'
import { folded } from '../../contract/rules/folding.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { timeFields } from './fields.ts'

/** A line of a device's tests as the file names it, and the analyte that it is; empty while nobody has said. */
export interface AskedLine {
  condition: string | null
  code: string | null
  analyteId: string
}

/** A device of the file, the kit that it is, and its lines. */
export interface AskedKit {
  device: string
  results: number
  assayId: string | null
  lines: readonly AskedLine[]
  /** True if its tests are recorded without the lines of the kit that the file does not have. */
  hasFewerLines: boolean
}

/** A facility of the file, and the group that it is. */
export interface AskedGroup {
  facility: string | null
  rows: number
  groupId: string | null
}

/** A word of the file, and what it means: null to leave it out, undefined while nobody has said. */
export interface AskedWord {
  field: WordField
  word: string
  rows: number
  meant: string | null | undefined
}

type Plain = Pick<
  ImportAnswers,
  'zone' | 'dateOrder' | 'twoDigitYears' | 'serialDates' | 'hasOneName' | 'undetermined' | 'removed' | 'texts'
>

/** The answers that somebody has chosen and not sent yet. What they leave alone is shown as it is stored. */
export type Chosen = Partial<Plain> & {
  groups: readonly AskedGroup[]
  kits: readonly AskedKit[]
  words: readonly AskedWord[]
}

/** What is asked of the answers besides kits and groups, in a tenant that keeps these details of people. */
export function askedOf({ head }: FileImport, summary: ImportSummary, kept: readonly DetailKind[]) {
  const has = (fields: readonly ImportField[]) =>
    head?.columns.some((column) => column !== null && fields.includes(column.field)) ?? false
  const hasTimes = has(timeFields)
  return {
    zone: hasTimes,
    dateOrder: isOrderAsked(summary) ?? head?.layout === 'by-hand',
    twoDigitYears: summary.dates?.twoDigitYears ?? 0,
    serialDates: summary.dates?.serialDates ?? 0,
    oneNames: summary.oneNames ?? 0,
    undetermined: summary.hasUndetermined,
    removed: summary.removed,
    texts: kept.includes('telephones') && has(['phones', 'mobiles']),
  }
}

/** The number of questions besides those about words, kits and groups that nobody has answered although rows wait for it. */
export function openQuestions(
  asked: ReturnType<typeof askedOf>,
  { dateOrder, serialDates, hasOneName, undetermined, removed }: ImportAnswers,
  { dates }: ImportSummary,
): number {
  return [
    dateOrder === 'ask' && dates !== undefined && dates.inEitherOrder + (dates.onlyYearFirst ?? 0) > 0,
    asked.serialDates > 0 && serialDates === 'ask',
    asked.oneNames > 0 && hasOneName === undefined,
    asked.undetermined && undetermined === 'ask',
    asked.removed > 0 && removed === 'ask',
  ].filter(Boolean).length
}

/** Whether a date of the file would be another one, or none, in the other order; undefined where that was not counted. */
function isOrderAsked({ dates }: ImportSummary): boolean | undefined {
  return dates && dates.inEitherOrder + dates.onlyMonthFirst + dates.onlyDayFirst + (dates.onlyYearFirst ?? 0) > 0
}

/** The devices of a file, with the kits that are stored, or that were chosen since. */
export function kitsOf(
  { devices }: ImportSummary,
  { kits, fewerLines = [] }: ImportAnswers,
  chosen: Chosen,
): AskedKit[] {
  const byDevice = Map.groupBy(devices, ({ device }) => device)
  return Array.from(byDevice, ([device, lines]) => {
    const stored = kits.filter((kit) => kit.device === device)
    const since = chosen.kits.find((kit) => kit.device === device)
    const assayId = since === undefined ? (stored[0]?.assayId ?? null) : since.assayId
    return {
      device,
      results: lines.reduce((sum, { results }) => sum + results, 0),
      assayId,
      hasFewerLines: since?.hasFewerLines ?? fewerLines.includes(device),
      lines: lines.map(({ condition, code }) => {
        const answered: readonly AskedLine[] = since?.lines ?? stored
        const analyteId = answered.find((line) => line.condition === condition && line.code === code)?.analyteId ?? ''
        return { condition, code, analyteId }
      }),
    }
  })
}

/** The facilities of a file, with the groups that are stored, or that were chosen since. */
export function groupsOf({ facilities }: ImportSummary, { groups }: ImportAnswers, chosen: Chosen): AskedGroup[] {
  return facilities.map(({ name, rows }) => {
    const isOf = ({ facility }: { facility: string | null }) => facility === name
    const answered = chosen.groups.find(isOf) ?? groups.find(isOf)
    return { facility: name, rows, groupId: answered?.groupId ?? null }
  })
}

/** The words of a file with the meanings that are stored, that were chosen since, or that are likely. */
export function wordsOf(
  { words = [] }: ImportSummary,
  { words: stored = [] }: ImportAnswers,
  chosen: Chosen,
): AskedWord[] {
  return words.map((found) => {
    const isSame = (other: Pick<AskedWord, 'field' | 'word'>) => nameOfWord(other) === nameOfWord(found)
    const answered = chosen.words.find(isSame) ?? stored.find(isSame)
    const likely = found.field === 'result' ? proposedResults.get(folded(found.word)) : undefined
    return { ...found, meant: answered === undefined ? likely : answered.meant }
  })
}

/** The answers about words, kits and groups as they are sent, without those that are still missing. */
export function answersOf(kits: readonly AskedKit[], groups: readonly AskedGroup[], words: readonly AskedWord[] = []) {
  const answered = words.flatMap(({ field, word, meant }) => (meant === undefined ? [] : [{ field, word, meant }]))
  const fewerLines = kits.filter(({ hasFewerLines }) => hasFewerLines).map(({ device }) => device)
  return {
    words: answered.length > 0 ? answered : undefined,
    fewerLines: fewerLines.length > 0 ? fewerLines : undefined,
    kits: kits.flatMap(({ device, assayId, lines }) =>
      assayId === null
        ? []
        : lines
            .filter(({ analyteId }) => analyteId !== '')
            .map(({ condition, code, analyteId }) => ({ device, condition, code, assayId, analyteId })),
    ),
    groups: groups.flatMap(({ facility, groupId }) => (groupId === null ? [] : [{ facility, groupId }])),
  }
}

/** The number of answers about words, kits and groups that are missing or only proposed. */
export function openAnswers(
  kits: readonly AskedKit[],
  groups: readonly AskedGroup[],
  words: readonly AskedWord[],
  { words: stored = [] }: ImportAnswers,
): number {
  const answered = new Set(stored.map(nameOfWord))
  const openWords = words.filter((word) => word.meant === undefined || !answered.has(nameOfWord(word)))
  const lines = kits.flatMap(({ assayId, lines: ofKit }) =>
    ofKit.filter(({ analyteId }) => assayId === null || analyteId === ''),
  )
  return openWords.length + lines.length + groups.filter(({ groupId }) => groupId === null).length
}

/** The words by which kits name what files name as a disease. */
const diseases: readonly (readonly [inFile: RegExp, onKit: RegExp])[] = [
  [/covid|sars/, /covid|sars/],
  [/flu(enza)? ?a\b/, /flu(enza)? ?a\b/],
  [/flu(enza)? ?b\b/, /flu(enza)? ?b\b/],
  [/rsv|syncytial/, /rsv|syncytial/],
  [/hiv/, /hiv/],
  [/syphilis|treponema/, /syphilis|treponema/],
  [/hepatitis c|hcv/, /hepatitis c|hcv/],
]

/** The analyte of a kit that a line most likely is; empty if none is likely. */
export function likelyAnalyte(
  { analytes }: Pick<AssayListItem, 'analytes'>,
  line: Omit<AskedLine, 'analyteId'>,
): string {
  const [first, ...others] = analytes
  if (first !== undefined && others.length === 0) return first.id
  const byCode = analytes.find(({ loinc }) => loinc !== null && loinc === line.code)
  if (byCode !== undefined) return byCode.id
  const name = folded(line.condition ?? '')
  if (name === '') return ''
  const [, onKit] = diseases.find(([inFile]) => inFile.test(name)) ?? []
  const found = analytes.filter((analyte) => folded(analyte.name) === name || onKit?.test(folded(analyte.name)))
  return found.length === 1 ? (found[0]?.id ?? '') : ''
}
