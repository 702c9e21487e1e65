import { parsePlPgSQLSync, parseSync } from 'libpg-query'
import { inside, isTree, listOf, type Tree } from './parse-tree.ts'
import { faultsIn } from './statement-rules.ts'

/**
 * Lists what the statements in the body of a function or trigger do that is forbidden where tenants are spread over
 * machines, as `faultsOf` does for a statement that the server sends. `definition` is what `pg_get_functiondef` answers.
 * Parameters, variables and the rows of a trigger count as values.
 */
export function faultsOfFunction(definition: string): string[] {
  const { stmts = [] } = parseSync(definition) as { stmts?: Tree[] }
  const declared = inside(stmts[0]?.stmt, 'CreateFunctionStmt')
  if (declared === undefined) throw new Error('This is no definition of a function')
  const statements =
    optionOf(declared, 'language') === 'plpgsql' ? ofProcedure(definition, declared) : ofQuery(declared)
  return faultsIn(statements)
}

/** The statements of a function in SQL, whose body is either parsed already or a text. */
function ofQuery(declared: Tree): unknown[] {
  const names = parametersOf(declared)
  const text = optionOf(declared, 'as')
  const body = text === undefined ? [declared.sql_body] : statementsIn(text)
  return body.map((one) => withValues(one, names))
}

/** The statements and expressions of a function in PL/pgSQL, each of which is a query of its own. */
function ofProcedure(definition: string, declared: Tree): unknown[] {
  const parsed: unknown = parsePlPgSQLSync(definition)
  const names = new Set(['new', 'old', ...parametersOf(declared), ...everyValue('refname', parsed)])
  return everyExpression(parsed).flatMap(({ query, parseMode }) => {
    const text = String(query)
    // An assignment is its right side; 3 and 4 are PL/pgSQL's modes of parsing for `a := …` and `a.b := …`.
    const isAssignment = parseMode === 3 || parseMode === 4
    const source = parseMode === 0 ? text : `select ${isAssignment ? text.slice(text.indexOf(':=') + 2) : text}`
    return statementsIn(source).map((one) => withValues(one, names))
  })
}

function statementsIn(text: string): unknown[] {
  const { stmts = [] } = parseSync(text) as { stmts?: Tree[] }
  return stmts.map(({ stmt }) => stmt)
}

function parametersOf(declared: Tree): Set<string> {
  const names = listOf(declared.parameters).map((one) => inside(one, 'FunctionParameter')?.name)
  const own = inside(listOf(declared.funcname).at(-1), 'String')?.sval
  return new Set([...names, own].filter((name) => typeof name === 'string'))
}

function optionOf(declared: Tree, name: string): string | undefined {
  const option = listOf(declared.options)
    .map((one) => inside(one, 'DefElem'))
    .find((one) => one?.defname === name)
  const text = inside(option?.arg, 'String') ?? inside(listOf(inside(option?.arg, 'List')?.items)[0], 'String')
  return text === undefined ? undefined : String(text.sval)
}

/** Replaces each reference to one of these names, or to a field of it, by a parameter. */
function withValues(node: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(node)) return node.map((one) => withValues(one, names))
  if (!isTree(node)) return node
  const [first] = listOf(inside(node, 'ColumnRef')?.fields)
  if (names.has(String(inside(first, 'String')?.sval))) return { ParamRef: { number: 1 } }
  return Object.fromEntries(Object.entries(node).map(([key, content]) => [key, withValues(content, names)]))
}

function everyExpression(node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap(everyExpression)
  if (!isTree(node)) return []
  return Object.entries(node).flatMap(([key, content]) =>
    key === 'PLpgSQL_expr' && isTree(content) ? [content] : everyExpression(content),
  )
}

function everyValue(name: string, node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => everyValue(name, one))
  if (!isTree(node)) return []
  return Object.entries(node).flatMap(([key, content]) =>
    key === name ? [String(content)] : everyValue(name, content),
  )
}
