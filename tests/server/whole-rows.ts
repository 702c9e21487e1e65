import { inside, isTree, listOf, type Tree } from './parse-tree.ts'

/** Names defined by WITH, here and in outer queries. */
type Expressions = ReadonlyMap<string, unknown>

/**
 * Lists the stored tables of which a statement returns or inserts all columns, by its own star or that of a nested
 * query. Once a column is added, such a statement fails on every connection that has prepared it.
 */
export function answeredWhole(node: unknown, around: Expressions = new Map()): string[] {
  if (!isTree(node)) return []
  const select = inside(node, 'SelectStmt')
  if (select !== undefined) return ofSelect(select, around)
  const [statement] = Object.values(node)
  if (!isTree(statement) || !('relation' in statement)) return []
  const expressions = withExpressions(statement, around)
  const returned = [...listOf(statement.returningList), ...listOf(inside(statement, 'returningClause')?.exprs)]
  return [
    ...(returned.some((target) => starIn(target) !== undefined) ? [tableOf(statement.relation)] : []),
    ...answeredWhole(statement.selectStmt, expressions),
  ]
}

function ofSelect(select: Tree, around: Expressions): string[] {
  const expressions = withExpressions(select, around)
  const sides = [select.larg, select.rarg].flatMap((side) => (isTree(side) ? ofSelect(side, expressions) : []))
  const stars = listOf(select.targetList).flatMap((target) => starIn(target) ?? [])
  const starred = listOf(select.fromClause)
    .flatMap(sourcesOf)
    .filter(({ name }) => stars.some(({ of }) => of === undefined || of === name))
  return [...sides, ...starred.flatMap((source) => tablesBehind(source, expressions))]
}

/** A table or a query in FROM, with its name there. */
interface Source {
  name: string
  table: string | undefined
  query: unknown
}

function sourcesOf(from: unknown): Source[] {
  const join = inside(from, 'JoinExpr')
  if (join !== undefined) return [...sourcesOf(join.larg), ...sourcesOf(join.rarg)]
  const [range, subselect] = [inside(from, 'RangeVar'), inside(from, 'RangeSubselect')]
  const alias = inside(range ?? subselect, 'alias')?.aliasname
  if (range !== undefined) return [{ name: String(alias ?? range.relname), table: tableOf(range), query: undefined }]
  return subselect === undefined ? [] : [{ name: String(alias), table: undefined, query: subselect.subquery }]
}

function tablesBehind({ table, query }: Source, expressions: Expressions): string[] {
  if (table === undefined) return answeredWhole(query, expressions)
  if (!expressions.has(table)) return [table]
  // A recursive query is examined without itself.
  const others = new Map([...expressions].filter(([name]) => name !== table))
  return answeredWhole(expressions.get(table), others)
}

function withExpressions(statement: Tree, around: Expressions): Expressions {
  const own = listOf(inside(statement, 'withClause')?.ctes).map((one) => inside(one, 'CommonTableExpr'))
  return new Map([...around, ...own.map((one) => [String(one?.ctename), one?.ctequery] as const)])
}

/** Returns the star of a target, and the name that qualifies it, if any. */
function starIn(target: unknown): { of: string | undefined } | undefined {
  const fields = listOf(inside(inside(target, 'ResTarget')?.val, 'ColumnRef')?.fields)
  if (inside(fields.at(-1), 'A_Star') === undefined) return undefined
  return { of: fields.length > 1 ? String(inside(fields.at(-2), 'String')?.sval) : undefined }
}

function tableOf(range: unknown): string {
  return String(isTree(range) ? range.relname : undefined)
}
