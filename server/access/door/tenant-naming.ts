import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OnNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectionNode,
  TableNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  type QueryId,
  type SelectQueryNode,
  type UpdateQueryNode,
} from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * The tables without a `tenant_id`, with the column that identifies the tenant. A new one does not compile until it is
 * listed here.
 */
const otherColumns: Record<Untenanted, 'id'> = { tenants: 'id' }
type Untenanted = { [T in keyof Tables]: 'tenant_id' extends keyof Tables[T] ? never : T }[keyof Tables]

/**
 * Adds the tenant to every statement that Kysely builds: `tenant_id = $n`, as a value, for each table that is read,
 * updated or deleted from, in WHERE and for joined tables in ON, also in subqueries and WITH. Queries therefore join by
 * the other columns and leave the tenant out. Plain `` sql`…` `` text must name the tenant itself, but Kysely queries
 * inside it are covered. A query throws before anything is sent when it would insert a row of another tenant, move a
 * row to one, or has a form in which the condition would not hold (RIGHT and FULL JOIN, MERGE, INSERT … SELECT).
 */
export function tenantNaming(tenantId: string): KyselyPlugin {
  // Created on first use, because most requests only send queries that were built before.
  let naming: TenantNaming | undefined
  return {
    transformQuery: ({ node, queryId }) => (naming ??= new TenantNaming(tenantId)).transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/** Kinds of nodes that cannot contain a query. */
const leaves: ReadonlySet<OperationNode['kind']> = new Set([
  'ReferenceNode',
  'ColumnNode',
  'TableNode',
  'IdentifierNode',
  'SchemableIdentifierNode',
  'ValueNode',
  'PrimitiveValueListNode',
  'OperatorNode',
  'SelectAllNode',
])

class TenantNaming extends OperationNodeTransformer {
  readonly #tenantId: string
  /** Queries that already have their conditions, because a nested query is visited twice. */
  readonly #named = new WeakSet<OperationNode>()
  /** Names that refer to a WITH instead of a table. */
  readonly #expressions: string[] = []

  constructor(tenantId: string) {
    super()
    this.#tenantId = tenantId
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId?: QueryId): T {
    if (holdsNoQuery(node) || this.#named.has(node)) return node
    const expressions = 'with' in node ? expressionsOf(node as SelectQueryNode) : []
    this.#expressions.push(...expressions)
    try {
      return super.transformNodeImpl(node, queryId)
    } finally {
      this.#expressions.length -= expressions.length
    }
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId)
    return this.#done(this.#where(query, query.from?.froms ?? []))
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId)
    if (query.updates?.some(({ column }) => nameOf(column) === 'tenant_id'))
      throw new Error('A row stays with its tenant')
    const table = query.table === undefined ? [] : [query.table]
    return this.#done(this.#where(query, [...table, ...(query.from?.froms ?? [])]))
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, queryId)
    return this.#done(this.#where(query, [...query.from.froms, ...(query.using?.tables ?? [])]))
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId)
    const isOwn = tenantsIn(query).every((tenantId) => tenantId === this.#tenantId)
    if (!isOwn) throw new Error('Every row that is inserted names the tenant of the scope')
    return this.#done(query)
  }

  protected override transformMergeQuery(_node: MergeQueryNode): MergeQueryNode {
    throw new Error('MERGE is not written here')
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    const condition = this.#conditionOn(join.table)
    const holdsInOn = join.joinType === 'InnerJoin' || join.joinType === 'LeftJoin'
    if (join.joinType === 'RightJoin' || join.joinType === 'FullJoin' || !(holdsInOn || condition === undefined)) {
      throw new Error(`${join.joinType} is not written here: an inner or a left join can name its tenant`)
    }
    return condition === undefined ? join : { ...join, on: OnNode.create(and(condition, join.on?.on)) }
  }

  #where<Q extends { where?: WhereNode }>(query: Q, tables: readonly OperationNode[]): Q {
    let where = query.where?.where
    // Backwards, so that the conditions end up in the order of the tables.
    for (const table of tables.toReversed()) {
      const condition = this.#conditionOn(table)
      if (condition !== undefined) where = and(condition, where)
    }
    return where === undefined ? query : { ...query, where: WhereNode.create(where) }
  }

  /** Undefined for a subquery and for the name of a WITH, which have conditions of their own. */
  #conditionOn(from: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(from) ? from.node : from
    if (!TableNode.is(table)) return undefined
    const name = table.table.identifier.name
    if (table.table.schema === undefined && this.#expressions.includes(name)) return undefined
    const alias = AliasNode.is(from) && IdentifierNode.is(from.alias) ? from.alias.name : name
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create(tenantColumn(name)), TableNode.create(alias)),
      OperatorNode.create('='),
      ValueNode.create(this.#tenantId),
    )
  }

  #done<Q extends OperationNode>(query: Q): Q {
    this.#named.add(query)
    return query
  }
}

/** Nodes without a query are most of every tree. Copying them would double the cost of building a query. */
function holdsNoQuery(node: OperationNode): boolean {
  if (SelectionNode.is(node)) return holdsNoQuery(node.selection)
  if (AliasNode.is(node)) return holdsNoQuery(node.node)
  return leaves.has(node.kind)
}

/** In parentheses, because the existing condition may be text with an OR in it. */
function and(condition: OperationNode, rest: OperationNode | undefined): OperationNode {
  return rest === undefined ? condition : AndNode.create(condition, ParensNode.create(rest))
}

/** Names that the query's WITH defines, which hold throughout the query. */
function expressionsOf(query: SelectQueryNode): string[] {
  return query.with?.expressions.map(({ name }) => name.table.table.identifier.name) ?? []
}

/** Returns the tenant value of each inserted row. */
function tenantsIn({ into, columns = [], values }: InsertQueryNode): unknown[] {
  if (values === undefined || !ValuesNode.is(values)) return [undefined]
  const column = tenantColumn(into?.table.identifier.name)
  const position = columns.findIndex((one) => nameOf(one) === column)
  return values.values.map((row) => {
    const value = row.values[position]
    return PrimitiveValueListNode.is(row) ? value : valueOf(value as OperationNode | undefined) // from a ValueListNode
  })
}

function tenantColumn(table: string | undefined): string {
  return table !== undefined && table in otherColumns ? 'id' : 'tenant_id'
}

function nameOf(column: OperationNode): string | undefined {
  return ColumnNode.is(column) ? column.column.name : undefined
}

function valueOf(node: OperationNode | undefined): unknown {
  return node !== undefined && ValueNode.is(node) ? node.value : undefined
}
