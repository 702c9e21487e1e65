/** The commands that a summary may name. */
const commands =
  /^\s*(select|insert|update|delete|with|merge|begin|commit|rollback|savepoint|release|set|copy|lock|call|explain)\b/i

/** Words that follow where a table may stand and are none. */
const noTables = new Set(['set', 'of', 'skip', 'nowait', 'only', 'select', 'lateral', 'values'])

/**
 * Summarises a statement for traces by its command and tables: `SELECT test_records subjects`. Tables are named only for
 * prepared statements: their values are parameters, so that their text comes from the program. A text without a name
 * may contain values, such as the filter of an export.
 */
export function summaryOf(sent: unknown): { operation: string; summary: string } {
  const { text, name } = asStatement(sent)
  const operation = (commands.exec(text)?.[1] ?? 'other').toUpperCase()
  if (name === undefined) return { operation, summary: operation }
  const found = text.matchAll(/\binto\s+"?(\w+)|\b(?:from|update|join)\s+"?(\w+)\b"?(?!\s*\()/gi)
  const named = [...found].map(([, target, source = '']) => (target ?? source).toLowerCase())
  const tables = new Set(named.filter((table) => !noTables.has(table)))
  return { operation, summary: [operation, ...[...tables].slice(0, 5)].join(' ') }
}

function asStatement(sent: unknown): { text: string; name: string | undefined } {
  if (typeof sent === 'string') return { text: sent, name: undefined }
  if (typeof sent !== 'object' || sent === null) return { text: '', name: undefined }
  const { text, name } = sent as { text?: unknown; name?: unknown }
  return {
    text: typeof text === 'string' ? text : '',
    name: typeof name === 'string' ? name : undefined,
  }
}
