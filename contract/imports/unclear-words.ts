import { foldedOnce } from './folded-once.ts'
import type { ImportColumn } from './fields.ts'
import type { Cell } from './row-cells.ts'
import { nameOfWord } from './word-answers.ts'

/** A list that has one of these words writes M for mujer. */
const besideMujer = new Set(['h', 'hombre', 'mujer'])
/** A list that has one of these words writes M for male or masculino. */
const besideMale = new Set(['f', 'female', 'femenino'])
/** A Spanish header may say more, such as `Sexo (H/M)` or `Sexo del alumno`. */
const spanishHeader = /(?<![a-z])(?:sexo|genero)(?![a-z])/

/**
 * The words, by `nameOfWord`, that mean one thing in most files and may mean another one in this file, so that somebody is asked:
 * M is mujer in a Spanish list of H and M. It is judged by the headers and by the file's first rows. Where more rows follow, as
 * `isLonger` says, a list that is sorted by sex may show an H only behind them.
 */
export function unclearWords(
  headers: readonly string[],
  columns: readonly (ImportColumn | null)[],
  rows: readonly (readonly Cell[])[],
  isLonger: boolean,
): ReadonlySet<string> {
  const at = columns.findIndex((column) => column?.field === 'sex')
  if (at < 0) return new Set()
  const used = rows.map((cells) => foldedOnce(cells[at] ?? ''))
  const isSpanish = spanishHeader.test(foldedOnce(headers[at] ?? ''))
  const mayBeMujer =
    used.some((word) => besideMujer.has(word)) ||
    ((isSpanish || isLonger) && !used.some((word) => besideMale.has(word)))
  return new Set(mayBeMujer ? [nameOfWord({ field: 'sex', word: 'M' })] : [])
}
