import pg from 'pg'

/**
 * Says at a terminal what was wrong. Where PostgreSQL refused a value, its message quotes that, so only the code, the
 * table and the line are said.
 */
export function sayProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Class 22 is about values, and class 23 about constraints.
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) return error.message
  const [, copied, line] = /^COPY (\w+), line (\d+)/.exec(error.where ?? '') ?? []
  const table = error.table ?? copied
  const place = [table && `table ${table}`, line && `line ${line}`].filter(Boolean).join(', ')
  return `PostgreSQL refused a value: ${error.code}${place && `, ${place}`}`
}
