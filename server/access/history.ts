import { sql } from 'kysely'
import type { Query, Reply } from '../../contract/endpoint.ts'
import {
  historyActions,
  type Change,
  type HistoryAction,
  type historyEndpoint,
  type historyList,
} from '../../contract/history.ts'
import { id as idSchema } from '../../contract/schema.ts'
import { sortedList } from './listing.ts'
import type { ActorScope } from './scope.ts'

type HistoryEndpoint = ReturnType<typeof historyEndpoint>

/**
 * A page of what was done to one row, the latest first, as its endpoint replies. The caller has made sure that the actor
 * sees the row. What was changed is what `from` and `to` in the details of its audit events say.
 */
export async function listHistory(
  { db }: ActorScope,
  { resourceType, resourceId }: { resourceType: string; resourceId: string },
  query: Query<HistoryEndpoint>,
): Promise<Reply<HistoryEndpoint>> {
  const order = orders.page(query)
  const found = db
    .selectFrom('audit_events as e')
    .where('e.resource_id', '=', resourceId)
    .where('e.resource_type', '=', resourceType)
    .where('e.outcome', '=', 'done')
    .where('e.action', 'in', historyActions)
  const rows = found
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.actor_id').on('u.status', '<>', 'deleted'))
    // The statement asks for these actions alone.
    .select(['e.id', 'e.occurred_at', 'e.details', 'u.full_name', sql<HistoryAction>`e.action`.as('action')])
    .where(order.condition)
    .orderBy(order.orderBy)
    .limit(order.limit)
    .execute()
  const { items, page } = await order.read(db, { rows, matching: found.select('e.id') })
  return {
    data: items.map(({ id, action, occurred_at, full_name, details }) => ({
      id,
      action,
      at: occurred_at.toISOString(),
      by: full_name,
      fields: changedFields(details),
    })),
    page,
  }
}

/** Ids are made in the order of time, and the index of a resource's events ends with them. */
const orders = sortedList<typeof historyList, { id: string }>({
  at: [{ column: sql.ref('e.id'), type: 'uuid', valueOf: (row) => row.id }],
})

/** The keys of `from` and `to` whose values differ. Of a person who was renamed the audit keeps no name, and says only that. */
function changedFields(details: unknown): Change['fields'] {
  const { from, to, isRenamed } = recordOf(details)
  const [before, after] = [recordOf(from), recordOf(to)]
  const renamed = isRenamed === true ? [{ field: 'fullName', from: null, to: null }] : []
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, from: readable(before[field]), to: readable(after[field]) }))
  return [...renamed, ...others]
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A text as it is; ids tell nobody anything. */
function readable(value: unknown): string | null {
  return typeof value === 'string' && !idSchema.safeParse(value).success ? value : null
}
