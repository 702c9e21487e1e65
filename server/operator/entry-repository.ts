import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Query } from '../../contract/endpoint.ts'
import { type entryList, type listOperatorEntries } from '../../contract/operator/entry.ts'
import { entryMinutes } from '../../contract/limits-and-times.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Finds the newest request of the actor. */
export async function findOwnRequest({ db, actor }: ActorScope) {
  return db
    .selectFrom('operator_requests')
    .where('operator_id', '=', actor.id)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'answered_at', 'granted_until'])
    .executeTakeFirst()
}

/** Inserts a request of the actor. Returns undefined while an earlier one is unanswered. */
export async function insertRequest(scope: ActorScope, reason: string): Promise<string | undefined> {
  const inserted = await scope.db
    .insertInto('operator_requests')
    .values({ tenant_id: scope.tenant.id, id: newId(), operator_id: scope.actor.id, reason })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'operator_id']).where('answered_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Lists unanswered requests and grants that are still valid, the oldest first. */
export async function listOpenRequests({ db }: Scope) {
  return db
    .selectFrom('operator_requests as r')
    .innerJoin('known_operators as k', 'k.id', 'r.operator_id')
    .where((where) => where.or([where('r.answered_at', 'is', null), where('r.granted_until', '>', sql<Date>`now()`)]))
    .orderBy('r.id')
    .select(['r.id', 'k.full_name as operator', 'r.reason', 'r.asked_at', 'r.granted_until'])
    .execute()
}

/** Locks a request until the transaction ends. */
export async function lockRequest({ db }: Scope, id: string) {
  return db
    .selectFrom('operator_requests')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .select(['id', 'answered_at', 'granted_until'])
    .executeTakeFirst()
}

/** Answers a request: `hours` grants entry for that long from now, and null refuses it. */
export async function answerRequest({ db, actor, now }: ActorScope, id: string, hours: number | null): Promise<void> {
  await db
    .updateTable('operator_requests')
    .set({
      answered_at: now,
      answered_by: actor.id,
      granted_until: hours === null ? null : new Date(now.getTime() + hours * 3_600_000),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Begins an entry of the actor and returns its end: after the usual time, or with the tenant's grant if that is
 * earlier.
 */
export async function insertEntry(
  scope: ActorScope,
  { id, reason, request }: { id: string; reason: string; request: { id: string; until: Date } | null },
): Promise<Date> {
  const { now } = scope
  const latest = new Date(now.getTime() + entryMinutes * 60_000)
  const endsAt = request !== null && request.until < latest ? request.until : latest
  await scope.db
    .insertInto('operator_entries')
    .values({
      tenant_id: scope.tenant.id,
      id,
      operator_id: scope.actor.id,
      reason,
      request_id: request?.id ?? null,
      entered_at: now,
      ends_at: endsAt,
      left_at: null,
      ended_by: null,
    })
    .execute()
  return endsAt
}

/** Selects running entries: one, those of a request, those without a request, or all. */
type Ending = { id: string } | { requestId: string } | 'unasked' | 'all'

/** Ends running entries and returns their ids. `endedBy` is the tenant's user who did it. */
export async function endEntries({ db, now }: Scope, which: Ending, endedBy: string | null): Promise<{ id: string }[]> {
  return db
    .updateTable('operator_entries')
    .set({ left_at: now, ended_by: endedBy })
    .where('left_at', 'is', null)
    .where('ends_at', '>', now)
    .$if(which === 'unasked', (query) => query.where('request_id', 'is', null))
    .$if(typeof which === 'object' && 'id' in which, (query) =>
      query.where('id', '=', typeof which === 'object' && 'id' in which ? which.id : ''),
    )
    .$if(typeof which === 'object' && 'requestId' in which, (query) =>
      query.where('request_id', '=', typeof which === 'object' && 'requestId' in which ? which.requestId : ''),
    )
    .returning('id')
    .execute()
}

function entries({ db }: Scope) {
  return db
    .selectFrom('operator_entries as e')
    .innerJoin('known_operators as k', 'k.id', 'e.operator_id')
    .select([
      'e.id',
      'k.full_name as operator',
      'e.reason',
      'e.entered_at',
      sql<Date>`coalesce(e.left_at, e.ends_at)`.as('ended_at'),
      sql<boolean>`e.left_at is null and e.ends_at > now()`.as('is_running'),
    ])
}
export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export async function findEntry(scope: Scope, id: string) {
  return entries(scope).where('e.id', '=', id).executeTakeFirst()
}

/** Reads a page of the entries, the latest first. */
export async function listEntryRows(scope: Scope, query: Query<typeof listOperatorEntries>) {
  const page = orders.page(query)
  const rows = entries(scope).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return page.read(scope.db, { rows, matching: scope.db.selectFrom('operator_entries').select('id') })
}

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof entryList, { id: string }>({
  entered_at: [{ column: sql.ref('e.id'), type: 'uuid', valueOf: (row) => row.id }],
})
