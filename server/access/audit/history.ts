import { sql } from 'kysely'
import type { Query, Reply } from '../../../contract/endpoint.ts'
import type { Change, HistoryAction, historyEndpoint, historyList } from '../../../contract/history.ts'
import { id as idSchema } from '../../../contract/schema.ts'
import { eventOrder, eventTime, type EventKeys } from './audit.ts'
import { sortedList } from '../listing/listing.ts'
import type { ActorScope } from '../scope.ts'

type HistoryEndpoint = ReturnType<typeof historyEndpoint>

/**
 * Returns a page of the changes of one row, the latest first, in the endpoint's reply format. The caller must have
 * checked that the actor sees the row. Changes are read from `from` and `to` in the details of its audit events.
 */
export async function listHistory(
  { db }: ActorScope,
  { shows }: Pick<HistoryEndpoint, 'shows'>,
  { resourceType, resourceId }: { resourceType: string; resourceId: string },
  query: Query<HistoryEndpoint>,
): Promise<Reply<HistoryEndpoint>> {
  const order = orders.page(query)
  const found = db
    .selectFrom('audit_events as e')
    .where('e.resource_id', '=', resourceId)
    .where('e.resource_type', '=', resourceType)
    .where('e.outcome', '=', 'done')
    .where('e.action', 'in', shows)
  const rows = found
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.actor_id').on('u.status', '<>', 'deleted'))
    .leftJoin('known_operators as k', 'k.id', 'e.actor_id')
    // The query selects these actions alone.
    .select([
      'e.id',
      'e.occurred_at',
      'e.details',
      sql<string | null>`coalesce(u.full_name, k.full_name)`.as('full_name'),
      sql<HistoryAction>`e.action`.as('action'),
      eventTime,
    ])
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

const orders = sortedList<typeof historyList, EventKeys>({ at: eventOrder })

function changedFields(details: unknown): Change['fields'] {
  return changesIn(details).map(({ field, from, to }) => ({ field, from: readable(from), to: readable(to) }))
}

/** A field before and after a change. `isHidden` means that it was changed but the audit keeps no values. */
interface ChangedField {
  field: string
  from: unknown
  to: unknown
  isHidden: boolean
}

/**
 * Returns the keys of `from` and `to` in an event's details whose values differ. The audit keeps no names, so a renamed
 * person only has a hidden change, and so have the fields that `changed` lists.
 */
export function changesIn(details: unknown): ChangedField[] {
  const { from, to, isRenamed, changed } = recordOf(details)
  const [before, after] = [recordOf(from), recordOf(to)]
  const names = [...(isRenamed === true ? ['fullName'] : []), ...(Array.isArray(changed) ? changed.map(String) : [])]
  const hidden = names.map((field) => ({ field, from: null, to: null, isHidden: true }))
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, from: before[field], to: after[field], isHidden: false }))
  return [...hidden, ...others]
}

/** Reads an object of an event's details; any other value becomes an empty object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns a text as it is. Ids are left out because they mean nothing to a reader. */
function readable(value: unknown): string | null {
  return typeof value === 'string' && !idSchema.safeParse(value).success ? value : null
}
