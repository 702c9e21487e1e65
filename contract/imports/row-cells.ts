import { isReadable, isShownEverywhere, lengthOf, readLine, readProse } from '../rules/written-characters.ts'
import type { ImportColumn, ImportField } from './fields.ts'
import type { CellProblem, CellProblemCode } from './problems.ts'
import type { RequiredField } from './required-fields.ts'
import { mostWordCharacters, type WordField } from './word-answers.ts'
import type { Words } from './words.ts'
import { foldedOnce } from './folded-once.ts'

/** A cell as text; null for a formula of a workbook, whose value is not trusted. */
export type Cell = string | null

export function charactersOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
}

/** The places of the columns of each field, in the order of the file. */
export type ColumnsByField = ReadonlyMap<ImportField, readonly { at: number; condition: string | undefined }[]>

export function columnsByField(columns: readonly (ImportColumn | null)[]): ColumnsByField {
  const found = new Map<ImportField, { at: number; condition: string | undefined }[]>()
  for (const [at, column] of columns.entries()) {
    if (column === null) continue
    found.set(column.field, [...(found.get(column.field) ?? []), { at, condition: column.condition }])
  }
  return found
}

/** What was answered about words, by `nameOfWord`. */
export type AnsweredWords = ReadonlyMap<string, string | null>

/** A word as it is written in a field. */
export interface FoundWord {
  field: WordField
  word: string
}

/** Most cells are plain, and need none of the slower readings. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/

/** Reads the cells of one row by their fields, and collects what is wrong with them. */
export class RowCells {
  readonly problems: CellProblem[] = []
  readonly #cells: readonly Cell[]
  readonly #columns: ColumnsByField
  readonly #answered: AnsweredWords
  readonly #unclear: ReadonlySet<string>
  /** The words that are not known by themselves, whether or not somebody has said what they mean. */
  readonly words: FoundWord[] = []

  constructor(cells: readonly Cell[], columns: ColumnsByField, answered: AnsweredWords, unclear: ReadonlySet<string>) {
    this.#cells = cells
    this.#columns = columns
    this.#answered = answered
    this.#unclear = unclear
  }

  has(field: ImportField): boolean {
    return this.#columns.has(field)
  }

  /** The text of a field on one line, at most `max` characters; null if it is empty, missing or refused. */
  text(field: ImportField, max = 200): string | null {
    const found = this.#firstFilled(field)
    return found && this.readAt(found.at, max)
  }

  /** Like `text`, of several lines. */
  prose(field: ImportField, max: number): string | null {
    const found = this.#firstFilled(field)
    return found && this.readAt(found.at, max, readProse)
  }

  /** Like `text`; its absence is a problem, with the name of the field. */
  required(field: RequiredField, max = 200): string | null {
    const text = this.text(field, max)
    if (text === null && !this.#isRefused(field)) this.refuse(field, 'required', field)
    return text
  }

  /** The meaning of a word; null if the field is empty or the word is not among them, which is a problem. */
  oneOf<T extends string>(field: WordField, words: Words<T>): T | null {
    const text = this.text(field)
    if (text === null) return null
    const meant = this.meaningOf(field, text, words)
    if (meant === undefined) this.refuse(field, 'choice')
    return meant ?? null
  }

  /** What a word means: what was answered, else what it means everywhere; undefined if nobody knows. */
  meaningOf<T extends string>(field: WordField, text: string, words: Words<T>): T | null | undefined {
    const word = foldedOnce(text)
    const name = `${field} ${word}`
    const known = this.#unclear.has(name) ? undefined : words.get(word)
    // What was answered for another file, in which the word was not clear, says nothing here.
    if (known !== undefined) return known
    if (text.length <= mostWordCharacters) this.words.push({ field, word: text })
    // The answer's schema has allowed the meanings of its field alone.
    return this.#answered.get(name) as T | null | undefined
  }

  /** Like `oneOf`, of a field that is not kept: an unknown word is no problem. */
  meant<T>(field: ImportField, words: Words<T>): T | null {
    const text = this.text(field)
    return text === null ? null : (words.get(foldedOnce(text)) ?? null)
  }

  /** The parts of all cells of a field that may have several columns and several values in each, with the places. */
  parts(field: ImportField, separator: RegExp, max: number): { at: number; text: string; whole: string }[] {
    return (this.#columns.get(field) ?? []).flatMap(({ at }) => {
      const whole = this.readAt(at, max) ?? ''
      const parts = whole.split(separator).map((part) => part.trim())
      return parts.filter((part) => part !== '').map((text) => ({ at, text, whole }))
    })
  }

  /** The parts of a cell with several values, without empty ones. */
  list(field: ImportField, separator: RegExp, max: number): string[] {
    const parts = this.text(field, max)?.split(separator) ?? []
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }

  refuse(field: ImportField, code: CellProblemCode, value?: string | number): void {
    this.refuseAt(this.#firstFilled(field)?.at ?? this.#columns.get(field)?.[0]?.at ?? null, code, value)
  }

  refuseAt(column: number | null, code: CellProblemCode, value?: string | number): void {
    this.problems.push({ column, code, ...(value !== undefined && { value }) })
  }

  /** The text of the cell at a place, as for `text`. */
  readAt(at: number, max: number, read = readLine): string | null {
    const cell = this.#cells[at]
    if (cell === null) this.refuseAt(at, 'formula')
    if (cell === null || cell === undefined || cell === '') return null
    if (cell.startsWith('=')) return this.#refused(at, 'formula')
    if (isPlain.test(cell)) return cell.length > max ? this.#refused(at, 'tooLong', max) : cell
    // What is far too long is not read, because that would take time.
    if (cell.length > 2 * max + 1000) return this.#refused(at, 'tooLong', max)
    if (!isReadable(cell) || !isShownEverywhere(cell) || cell.includes('\ufffd')) {
      return this.#refused(at, 'hiddenCharacters')
    }
    const text = read(cell)
    if (lengthOf(text) > max) return this.#refused(at, 'tooLong', max)
    return text === '' ? null : text
  }

  #firstFilled(field: ImportField): { at: number } | null {
    const columns = this.#columns.get(field) ?? []
    return columns.find(({ at }) => this.#cells[at] !== '' && this.#cells[at] !== undefined) ?? null
  }

  #isRefused(field: ImportField): boolean {
    const columns = this.#columns.get(field) ?? []
    return columns.some(({ at }) => this.problems.some(({ column }) => column === at))
  }

  #refused(at: number, code: CellProblemCode, value?: number): null {
    this.refuseAt(at, code, value)
    return null
  }
}
