import { parseSync } from 'libpg-query'
import { inside, isTree, listOf, type Tree } from './parse-tree.ts'
import { answeredWhole } from './whole-rows.ts'

/** Tables whose rows have no tenant_id, each with its reason. Every other table must belong to tenants. */
const ofNoTenant: Readonly<Record<string, string>> = {
  tenant_addresses: 'tells the tenant from a host',
  catalogue_entries: 'says the same to every tenant',
  tenant_directory: 'lists tenants for those who look after them',
  pg_stat_activity: 'tells of the connections to this database',
}

/** The schema of the job queue, whose library writes to it and which stays on one machine. */
const queueSchema = 'jobs'

/** Functions whose results are the same in all of a statement, but differ between machines. */
const stable: readonly string[] = ['now', 'transaction_timestamp', 'statement_timestamp']

/** Functions whose results differ between calls or machines. */
const volatile: ReadonlySet<string> = new Set([
  ...stable,
  'clock_timestamp',
  'timeofday',
  'random',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
  'nextval',
])

/**
 * Lists what a statement does that is forbidden where tenants are spread over machines, with the remedy; empty for a
 * sound one. The rules are those of docs/decisions/0025-tenants-by-value.md. Throws when PostgreSQL cannot parse it.
 */
export function faultsOf(statement: string): string[] {
  const { stmts = [] } = parseSync(statement) as { stmts?: Tree[] }
  return faultsIn(stmts.map(({ stmt }) => stmt))
}

/** Lists the faults of parsed statements, in which values are literals or parameters. */
export function faultsIn(statements: readonly unknown[]): string[] {
  const faults = new Set<string>()
  for (const stmt of statements) {
    if (isOfQueue(stmt)) continue
    judge(stmt, undefined, faults)
    for (const table of answeredWhole(stmt)) faults.add(`${table} is answered whole: name its columns`)
  }
  return [...faults]
}

/** A query with its own tables and the query around it. */
interface Query {
  /** Tables by the names that the query gives them. */
  tables: Map<string, string>
  /** Names defined by WITH, here and in outer queries. */
  expressions: ReadonlySet<string>
}

/** Checks a node and everything below it. */
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
  UpdateStmt: judgeChange,
  DeleteStmt: judgeChange,
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
  CoalesceExpr(node, around, faults) {
    refuseVolatile('COALESCE', node, faults)
    judge(Object.values(node), around, faults)
  },
}

/** Checks SELECT, UPDATE and DELETE: each table must be bound to its tenant for all of its rows. */
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
  refuseReadingWithLock(node, query, faults)
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

/**
 * A statement that waits for the lock of a row reads that row as it is afterwards, but all others as they were before: somebody else
 * may have changed both.
 */
function refuseReadingWithLock(node: Tree, { tables }: Query, faults: Set<string>): void {
  const locks = listOf(node.lockingClause).map((lock) => listOf(inside(lock, 'LockingClause')?.lockedRels))
  if (locks.length === 0) return
  if (everyOf('SubLink', node.targetList).length > 0) faults.add(lockedFirst('a subquery'))
  const locked = new Set(locks.flat().map((name) => String(inside(name, 'RangeVar')?.relname)))
  const isEverythingLocked =
    locks.some((names) => names.length === 0) || [...tables.keys()].every((name) => locked.has(name))
  if (isEverythingLocked) return
  for (const target of everyOf('ColumnRef', node.targetList)) {
    const column = columnOf({ ColumnRef: target })
    if (!locked.has(column?.table ?? '')) faults.add(lockedFirst(said(column)))
  }
}

const lockedFirst = (what: string) => `${what} is read with a lock on another row: lock first, then read`

/** Checks UPDATE and DELETE, whose expressions are calculated before they are sent to where the tenant is. */
function judgeChange(node: Tree, around: Query | undefined, faults: Set<string>): Query {
  refuseShortCase(node, faults)
  const { targetList, whereClause } = node
  for (const { funcname } of everyOf('FuncCall', [targetList, whereClause])) {
    const name = String(inside(listOf(funcname).at(-1), 'String')?.sval)
    if (volatile.has(name) && !stable.includes(name)) faults.add(`${name}() in a change: pass a value of your own`)
  }
  for (const { lexpr, rexpr } of everyOf('A_Expr', [targetList, whereClause]).filter(addsInterval)) {
    if (everyOf('ColumnRef', [lexpr, rexpr]).length > 0)
      faults.add('An interval and a column are added in a change: calculate AT TIME ZONE, or before')
  }
  refuseElements(targetList, faults)
  return judgeQuery(node, around, faults)
}

function judgeInsert(node: Tree, around: Query | undefined, faults: Set<string>): Query {
  const query: Query = { tables: new Map(), expressions: new Set([...(around?.expressions ?? []), ...withNames(node)]) }
  refuseShortCase(node, faults)
  refuseElements(node.onConflictClause, faults)
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
    if (!isSelect && everyOf('SubLink', rows).length > 0)
      faults.add(`INSERT into ${table} asks for a value: ask before`)
    if (isSelect && judgeQuery(source, query, new Set()).tables.size === 0) {
      faults.add(`INSERT … SELECT into ${table} reads no table of the tenant: write VALUES`)
    } else if (isSelect && node.returningClause !== undefined && name === table) {
      faults.add(`INSERT … SELECT into ${table} returns columns of it: give it another name by AS`)
    } else if (isSelect && rows.some((row) => isValue(row[position]))) {
      faults.add(`INSERT … SELECT into ${table} names the tenant by a value: select the tenant_id of what it reads`)
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
 * Collects the names of tenants' tables in a part of FROM. A condition in ON only counts for tables of which it
 * excludes all other rows: for a left join, only the right side.
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

/** Tells whether a node is a parameter or a literal, with or without a cast. */
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

/** Tells whether an interval is added to a time with a zone, which depends on the zone of whoever adds. */
function addsInterval({ lexpr, rexpr, ...rest }: Tree): boolean {
  const called = everyOf('FuncCall', [lexpr, rexpr]).map(({ funcname }) => funcname)
  const cast = everyOf('typeName', [lexpr, rexpr]).map(({ names }) => names)
  const names = new Set([...called, ...cast].map((parts) => inside(listOf(parts).at(-1), 'String')?.sval))
  const isInterval = names.has('interval') || names.has('make_interval')
  return isInterval && !names.has('timestamp') && !names.has('timezone') && ['+', '-'].includes(operatorOf(rest) ?? '')
}

/** Citus turns the value after WHEN into null where it calculates `CASE a WHEN b`. */
function refuseShortCase(change: Tree, faults: Set<string>): void {
  if (everyOf('CaseExpr', change).some(({ arg }) => arg !== undefined))
    faults.add('CASE compares a value in a statement that changes rows: write CASE WHEN … = …')
}

/** Citus 13.2.2 crashes where a row is changed to an element of an array, and every connection of the coordinator ends. */
function refuseElements(changes: unknown, faults: Set<string>): void {
  if (everyOf('A_Indices', changes).length > 0)
    faults.add('A change sets an element of an array by its number: pass the element, or take it from jsonb by ->>')
}

function isOfQueue(stmt: unknown): boolean {
  const names = everyOf('CommonTableExpr', stmt).map(({ ctename }) => ctename)
  const ranges = [...everyOf('RangeVar', stmt), ...everyOf('relation', stmt)]
  const isQueues = ({ schemaname }: Tree) => schemaname === queueSchema
  return ranges.some(isQueues) && ranges.every((range) => isQueues(range) || names.includes(range.relname))
}

/** Finds every node of a kind in a tree. */
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
