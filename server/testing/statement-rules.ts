import { parseSync } from 'libpg-query'
import { inside, isTree, listOf, type Tree } from './parse-tree.ts'
import { answeredWhole } from './whole-rows.ts'

/** Tables whose rows no tenant_id finds, each with its reason. Whatever else is named is held to be a table of tenants. */
const ofNoTenant: Readonly<Record<string, string>> = {
  tenant_addresses: 'tells the tenant from a host',
  catalogue_entries: 'says the same to every tenant',
  tenant_directory: 'lists tenants for those who look after them',
}

/** The job queue's tables, which its library writes to and which stay in one place. */
const queueSchema = 'jobs'

/** Functions whose answer differs from one call, or from one machine, to the next. */
const volatile: ReadonlySet<string> = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'clock_timestamp',
  'timeofday',
  'random',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'nextval',
])

/**
 * What a statement does that tenants which are spread over machines forbid, in words that say what to write; nothing of one
 * that is sound. The rules are those of docs/decisions/0025-tenants-by-value.md. Throws for what PostgreSQL cannot parse.
 */
export function faultsOf(statement: string): string[] {
  const { stmts = [] } = parseSync(statement) as { stmts?: Tree[] }
  const faults = new Set<string>()
  for (const { stmt } of stmts) {
    if (isOfQueue(stmt)) continue
    judge(stmt, undefined, faults)
    for (const table of answeredWhole(stmt)) faults.add(`${table} is answered whole: name its columns`)
  }
  return [...faults]
}

/** A query with the tables that it reads itself, and the one around it. */
interface Query {
  /** The table of each name that the query gives one. */
  tables: Map<string, string>
  /** What WITH names, here and around. */
  expressions: ReadonlySet<string>
}

/** Judges a node and all below it. */
function judge(node: unknown, around: Query | undefined, faults: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) judge(one, around, faults)
  if (!isTree(node)) return
  for (const [kind, content] of Object.entries(node)) {
    const judgeKind = judges[kind]
    if (judgeKind === undefined || !isTree(content)) judge(content, around, faults)
    else judgeKind(content, around, faults)
  }
}

const judges: Readonly<Record<string, (node: Tree, around: Query | undefined, faults: Set<string>) => unknown>> = {
  SelectStmt: judgeQuery,
  UpdateStmt: judgeQuery,
  DeleteStmt: judgeQuery,
  InsertStmt: judgeInsert,
  MergeStmt: (_node, _around, faults) => faults.add('MERGE is not written here'),
  A_Expr(node, around, faults) {
    const [left, right] = [columnOf(node.lexpr), columnOf(node.rexpr)]
    const isOfOuterRow = [left, right].some((column) => column?.table && !around?.tables.has(column.table))
    if (isOfOuterRow && isTenant(left, around) && isTenant(right, around)) {
      faults.add(`${said(left)} = ${said(right)} compares with the tenant of the outer row: compare with the value`)
    }
    judge(Object.values(node), around, faults)
  },
  CaseExpr(node, around, faults) {
    refuseVolatile('CASE', node, faults)
    judge(Object.values(node), around, faults)
  },
}

/** SELECT, UPDATE and DELETE: each table is named by its tenant where that holds for all of its rows. */
function judgeQuery(node: Tree, around: Query | undefined, faults: Set<string>): Query {
  const query: Query = { tables: new Map(), expressions: new Set([...(around?.expressions ?? []), ...withNames(node)]) }
  const conditions = new Map<string, Tree[]>()
  const where = conjunctsOf(node.whereClause)
  const add = (from: unknown): string[] => {
    const names = namesIn(from, query, add, conditions)
    for (const name of names) conditions.set(name, conditions.get(name) ?? [])
    return names
  }
  if (isTree(node.relation)) add({ RangeVar: node.relation })
  for (const from of listOf(node.fromClause ?? node.usingClause)) add(from)
  for (const [name, table] of query.tables) {
    const holds = [...where, ...(conditions.get(name) ?? [])]
    if (holds.some((condition) => namesTenant(condition, name, query))) continue
    const column = tenantColumn(table)
    const said = name === table ? table : `${table} as ${name}`
    faults.add(`${said} is read in no tenant: write ${name}.${column} = \${scope.tenant.id} in its WHERE or ON`)
  }
  refuseVolatile('RETURNING', node.returningClause, faults)
  if (
    listOf(node.targetList).some((target) => inside(target, 'ResTarget')?.name === 'tenant_id' && 'relation' in node)
  ) {
    faults.add('A row stays with its tenant')
  }
  const { larg, rarg, ...rest } = node
  for (const side of [larg, rarg]) if (isTree(side)) judgeQuery(side, query, faults)
  judge(Object.values(rest), query, faults)
  return query
}

function judgeInsert(node: Tree, around: Query | undefined, faults: Set<string>): Query {
  const query: Query = { tables: new Map(), expressions: new Set([...(around?.expressions ?? []), ...withNames(node)]) }
  const { selectStmt, relation, ...rest } = node
  const [name] = namesIn({ RangeVar: relation }, query, () => [], new Map())
  const table = name === undefined ? undefined : query.tables.get(name)
  const source = inside(selectStmt, 'SelectStmt')
  if (table !== undefined) {
    const column = tenantColumn(table)
    const position = listOf(node.cols).findIndex((target) => inside(target, 'ResTarget')?.name === column)
    const rows = listOf(source?.valuesLists).map((row) => listOf(inside(row, 'List')?.items))
    const isSelect = source !== undefined && rows.length === 0
    if (isSelect) rows.push(listOf(source.targetList).map((target) => inside(target, 'ResTarget')?.val))
    const isNamed = (value: unknown) => isValue(value) || (isSelect && columnOf(value)?.name === 'tenant_id')
    if (rows.length === 0 || !rows.every((row) => isNamed(row[position]))) {
      faults.add(`${table} gets a row without ${column} = \${scope.tenant.id}`)
    }
    if (isSelect && judgeQuery(source, query, new Set()).tables.size === 0) {
      faults.add(`INSERT … SELECT into ${table} reads no table of the tenant: write VALUES`)
    }
  }
  if (inside(node.onConflictClause, 'infer')?.conname !== undefined)
    faults.add('ON CONFLICT names columns, no constraint')
  refuseVolatile('ON CONFLICT', node.onConflictClause, faults)
  refuseVolatile('RETURNING', node.returningClause, faults)
  judge([selectStmt, ...Object.values(rest)], query, faults)
  return query
}

/**
 * The names of the tenants' tables in a part of FROM. What ON says is kept for those tables of which it lets no other row
 * through: of a left join the right side alone.
 */
function namesIn(
  from: unknown,
  query: Query,
  add: (from: unknown) => string[],
  conditions: Map<string, Tree[]>,
): string[] {
  const join = inside(from, 'JoinExpr')
  if (join !== undefined) {
    const [left, right] = [add(join.larg), add(join.rarg)]
    const bound = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left }[String(join.jointype)] ?? []
    for (const name of bound) conditions.get(name)?.push(...conjunctsOf(join.quals))
    return [...left, ...right]
  }
  const range = inside(from, 'RangeVar')
  if (range === undefined) return []
  const table = String(range.relname)
  if (range.schemaname !== undefined ? range.schemaname !== 'public' : query.expressions.has(table)) return []
  if (table in ofNoTenant) return []
  const alias = inside(range, 'alias')
  const name = alias === undefined ? table : String(alias.aliasname)
  query.tables.set(name, table)
  return [name]
}

function namesTenant(condition: Tree, name: string, query: Query): boolean {
  const comparison = inside(condition, 'A_Expr')
  if (comparison === undefined || operatorOf(comparison) !== '=') return false
  const sides = [comparison.lexpr, comparison.rexpr]
  return [sides, sides.toReversed()].some(([column, value]) => {
    const found = columnOf(column)
    const isItsOwn = found?.table === name || (found?.table === undefined && query.tables.size === 1)
    return isItsOwn && found?.name === tenantColumn(query.tables.get(name)) && isValue(value)
  })
}

function tenantColumn(table: string | undefined): 'id' | 'tenant_id' {
  return table === 'tenants' ? 'id' : 'tenant_id'
}

function isTenant(column: Column | undefined, around: Query | undefined): boolean {
  if (column === undefined) return false
  return column.name === 'tenant_id' || (column.name === 'id' && around?.tables.get(column.table ?? '') === 'tenants')
}

interface Column {
  table: string | undefined
  name: string
}

function columnOf(node: unknown): Column | undefined {
  const fields = inside(node, 'ColumnRef')?.fields
  if (fields === undefined) return undefined
  const names = listOf(fields).map((field) => String(inside(field, 'String')?.sval))
  return { table: names.at(-2), name: names.at(-1) ?? '' }
}

function said(column: Column | undefined): string {
  return [column?.table, column?.name].filter((part) => part !== undefined).join('.')
}

/** A parameter or a literal, whatever it is cast to. */
function isValue(node: unknown): boolean {
  const cast = inside(node, 'TypeCast')
  if (cast !== undefined) return isValue(cast.arg)
  const literal = inside(node, 'A_Const')
  return inside(node, 'ParamRef') !== undefined || (literal !== undefined && literal.isnull !== true)
}

function conjunctsOf(node: unknown): Tree[] {
  const both = inside(node, 'BoolExpr')
  if (both?.boolop === 'AND_EXPR') return listOf(both.args).flatMap(conjunctsOf)
  return isTree(node) ? [node] : []
}

function operatorOf({ kind, name }: Tree): string | undefined {
  return kind === 'AEXPR_OP' ? String(inside(listOf(name).at(-1), 'String')?.sval) : undefined
}

function refuseVolatile(where: string, node: unknown, faults: Set<string>): void {
  for (const call of [...everyOf('FuncCall', node), ...everyOf('SQLValueFunction', node)]) {
    const name = String(inside(listOf(call.funcname).at(-1), 'String')?.sval ?? call.op)
    if (!('funcname' in call) || volatile.has(name))
      faults.add(`${name}() in ${where}: pass scope.now, or a value of your own`)
  }
}

function isOfQueue(stmt: unknown): boolean {
  const names = everyOf('CommonTableExpr', stmt).map(({ ctename }) => ctename)
  const ranges = [...everyOf('RangeVar', stmt), ...everyOf('relation', stmt)]
  const isQueues = ({ schemaname }: Tree) => schemaname === queueSchema
  return ranges.some(isQueues) && ranges.every((range) => isQueues(range) || names.includes(range.relname))
}

/** Every node of a kind in a tree. */
function everyOf(kind: string, node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap((one) => everyOf(kind, one))
  if (!isTree(node)) return []
  return Object.entries(node).flatMap(([key, content]) => [
    ...(key === kind && isTree(content) ? [content] : []),
    ...everyOf(kind, content),
  ])
}

function withNames(node: Tree): string[] {
  return listOf(inside(node, 'withClause')?.ctes).map((one) => String(inside(one, 'CommonTableExpr')?.ctename))
}
