import { harmless } from '../../contract/rules/csv.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { EnterAsActor } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { findWrongRows } from './changing-repository.ts'
import { messageOfCell } from './messages.ts'
import { charactersAtOnce, findImportSeen } from './repository.ts'
import { markedHeader, writtenCell } from './resent-rows.ts'

/** The most rows that are read in one transaction. */
const mostAtOnce = 500

/**
 * Writes the rows of an import that wait as CSV, in parts: the line in the file and what is wrong, in the reader's language, then
 * their cells under their headers. The file can be corrected and imported, and is then read by the same answers. Throws `not-found`
 * before the first part.
 */
export async function* wrongRowsOf(enter: EnterAsActor, importId: string): AsyncGenerator<string> {
  let behind: number | null = 0
  let atOnce = 64
  while (behind !== null) {
    const after: number = behind
    const most = { rows: atOnce, characters: charactersAtOnce }
    const part: { text: string; rows: number; last: number | null } = await enter(async (scope) => {
      const { head } = found(await findImportSeen(scope, importId))
      const words = wordsIn(scope.locale)
      const rows = await findWrongRows(scope, importId, after, most)
      if (after === 0 || rows.length > 0) await recordDone(scope, 'import.opened', importId, { rows: rows.length })
      const headers = head?.headers ?? []
      const title = markedHeader(words('imports:wrongRows.line'), importId)
      const titles = [title, words('imports:wrongRows.problems'), ...headers]
      const lines = rows.map(({ line, cells, problems }) => {
        const said = problems.map((problem) => {
          const header = problem.column === null ? undefined : headers[problem.column]
          const message = messageOfCell(problem, scope.locale)
          return header === undefined ? message : `${header}: ${message}`
        })
        return lineOf([String(line), said.join(' | '), ...cells.map(writtenCell)])
      })
      const text = [...(after === 0 ? [`\ufeff${lineOf(titles)}`] : []), ...lines].join('')
      return { text, rows: rows.length, last: rows.at(-1)?.line ?? null }
    })
    yield part.text
    behind = part.last
    // The sizes of all rows that might be read are looked at, so not many more are than will be.
    atOnce = Math.min(mostAtOnce, 2 * part.rows)
  }
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
