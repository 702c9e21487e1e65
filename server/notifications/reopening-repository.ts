import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ActorScope, Scope } from '../access/scope.ts'
import { items } from './repository.ts'
import type { OpenedAgain } from './taking-back.ts'

/** True for an item as `n` that somebody closed, in SQL what `isClosedByHand` says. */
const isClosedByHand: RawBuilder<SqlBool> = sql<SqlBool>`(
  (n.state = 'superseded' and n.closed_because = 'person')
  or (n.state = 'acknowledged' and n.report_id is null and n.sent_at = n.answered_at))`

/** Lists those of these items that somebody closed and the actor sees. `hasPerson` is false for those of somebody who was erased. */
export async function listClosed(
  scope: ActorScope,
  ids: readonly string[],
): Promise<{ id: string; recordId: string; hasPerson: boolean }[]> {
  return await items(scope)
    .where(sql<SqlBool>`n.id = any(${ids}::uuid[])`)
    .where(isClosedByHand)
    .select(['n.id', 'n.test_record_id as recordId'])
    .select(sql<boolean>`i.subject_id is not null`.as('hasPerson'))
    .orderBy('n.due_at')
    .orderBy('n.id')
    .execute()
}

/**
 * Opens an item that somebody closed: it is to be told, and why it was closed is forgotten. One that the authority had rejected before is to
 * be told again. Returns false if it is not closed any more.
 */
export async function openItem(
  { db, tenant }: Scope,
  id: string,
  { kind, refersTo }: Pick<OpenedAgain, 'kind' | 'refersTo'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notifications n set
      state = case when n.state = 'superseded' and n.sent_at is not null then 'rejected' else 'open' end,
      sent_at = case when n.state = 'superseded' then n.sent_at end,
      sent_by = case when n.state = 'superseded' then n.sent_by end,
      kind = ${kind}, refers_to = ${refersTo}::uuid, closed_because = null,
      answered_at = null, answered_by = null, answer_reason = null, version = n.version + 1
    where n.tenant_id = ${tenant.id} and n.id = ${id}::uuid and ${isClosedByHand}`.execute(db)
  return numAffectedRows > 0n
}
