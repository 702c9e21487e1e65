import { sql, type SqlBool } from 'kysely'
import type { WebhookPause } from '../../contract/webhooks/endpoints.ts'
import { actionOfKind } from '../../contract/webhooks/kinds.ts'
import { isHeldBack } from '../access/actor-predicate.ts'
import type { Scope } from '../access/scope.ts'
import type { AttemptRow } from './repository.ts'

/** Positions of the chain that are looked at for one event at most. */
const positionsAtOnce = 2000

/**
 * Milliseconds for which a process may send one message before another one takes over. It is more than one try takes.
 */
export const leaseMs = 20_000

const dueColumns = ['id', 'url', 'kinds', 'with_content', 'position', 'tries', 'failing_since', 'created_at'] as const

/** Whether a webhook has something to send now, and no process sends for it. */
function isDue({ now }: Scope) {
  return sql<SqlBool>`state = 'active' and has_more and due_at <= ${now} and (leased_until is null or leased_until < ${now})`
}

/** Lists at most so many of the tenant's webhooks that are due, in the order of `due_webhooks`. */
export async function listDue(scope: Scope, most: number): Promise<string[]> {
  const due = await scope.db
    .selectFrom('webhooks')
    .where(isDue(scope))
    .select('id')
    .orderBy(sql`tries > 0`)
    .orderBy('due_at')
    .limit(most)
    .execute()
  return due.map(({ id }) => id)
}

/** Takes a webhook for this process, if it is due and no other process has it. */
export async function takeDue(scope: Scope, id: string, lease: string) {
  return await scope.db
    .updateTable('webhooks')
    .set({ lease, leased_until: new Date(scope.now.getTime() + leaseMs) })
    .where('id', '=', id)
    .where(isDue(scope))
    .returning(dueColumns)
    .executeTakeFirst()
}
export type DueRow = NonNullable<Awaited<ReturnType<typeof takeDue>>>

/** Locks a webhook that this process still has. */
export async function lockLeased({ db }: Scope, id: string, lease: string) {
  return await db
    .selectFrom('webhooks')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .select([...dueColumns, 'state'])
    .forUpdate()
    .executeTakeFirst()
}

/** What changes with a webhook while it sends. */
interface Progress {
  state?: 'active' | 'paused' | 'ended'
  paused_because?: WebhookPause
  position?: number
  has_more?: boolean
  due_at?: Date
  tries?: number
  failing_since?: Date | null
  last_delivered_at?: Date
}

/** Keeps the webhook for the next message. */
export async function keepLease(scope: Scope, id: string, progress: Progress): Promise<void> {
  await write(scope, id, { ...progress, leased_until: new Date(scope.now.getTime() + leaseMs) })
}

/** Gives the webhook back. */
export async function endLease(scope: Scope, id: string, progress: Progress = {}): Promise<void> {
  await write(scope, id, { ...progress, lease: null, leased_until: null })
}

async function write(
  { db }: Scope,
  id: string,
  set: Progress & { lease?: null; leased_until: Date | null },
): Promise<void> {
  await db.updateTable('webhooks').set(set).where('id', '=', id).execute()
}

/** An event of the chain that a webhook tells of. */
export interface ChainEvent {
  id: string
  position: number
  action: string
  occurredAt: Date
  resourceId: string | null
  keptSubjectId: string | null
  mergedSubjectId: string | null
  /** The subjects that were anonymised with an account. */
  subjectIds: string[] | null
}

/**
 * Finds the next event after a position that a webhook tells of; what was done before it was made is sealed later. Without one, `upTo` says how far there is none, and
 * `isEnd` whether the chain ends there. A merge is an event of both subjects, and that of the kept one is told. An
 * account without subjects is nobody who was tested.
 */
export async function findNextEvent(
  { db, tenant }: Scope,
  after: number,
  { kinds, created_at }: Pick<DueRow, 'kinds' | 'created_at'>,
): Promise<{ event: ChainEvent } | { event: undefined; upTo: number; isEnd: boolean }> {
  const actions = kinds.map((kind) => actionOfKind[kind])
  // One statement sees one state of the chain. What is sealed meanwhile lies behind the head that it returns.
  const { rows } = await sql<Partial<ChainEvent> & { head: string }>`
    select head.position as head, next.* from (
      select coalesce(max(h.position), 0) as position from audit_events h
      where h.tenant_id = ${tenant.id} and h.position is not null
    ) as head left join lateral (
      select e.id, e.position, e.action, e.occurred_at as "occurredAt", e.resource_id as "resourceId",
             e.details->>'keptSubjectId' as "keptSubjectId", e.details->>'mergedSubjectId' as "mergedSubjectId",
             x.subject_ids as "subjectIds"
      from audit_events e
      left join erasures x on x.tenant_id = ${tenant.id} and x.user_id = e.resource_id and e.action = 'user.deleted'
      where e.tenant_id = ${tenant.id} and e.position > ${after} and e.position <= ${after + positionsAtOnce}
        and e.occurred_at >= ${created_at} and e.outcome = 'done' and e.action = any(${actions})
        and (e.action not in ('subject.merged', 'subject.merge-undone') or e.resource_id::text = e.details->>'keptSubjectId')
        and (e.action <> 'user.deleted' or cardinality(x.subject_ids) > 0)
      order by e.position limit 1
    ) as next on true`.execute(db)
  const [row] = rows
  if (isFound(row)) return { event: { ...row, position: Number(row.position) } }
  const end = Number(row?.head ?? 0)
  const upTo = Math.min(after + positionsAtOnce, Math.max(end, after))
  return { event: undefined, upTo, isEnd: upTo >= end }
}

function isFound(row: Partial<ChainEvent> | undefined): row is ChainEvent {
  return row?.id != null
}

/** Reads what a message says of a record, if it may: what it is now, without anybody's name, and without an erased subject. */
export async function findContent(scope: Scope, recordId: string) {
  return await scope.db
    .selectFrom('test_records as r')
    .leftJoin('subject_identities as i', 'i.subject_id', 'r.subject_id')
    .where('r.id', '=', recordId)
    .where(sql<SqlBool>`not ${isHeldBack(scope, 'r.id')}`)
    .select([
      'r.test_id as testId',
      'r.version',
      'r.state',
      'r.result',
      'r.analyte_results as analyteResults',
      'r.performed_at as performedAt',
      'i.subject_id as subjectId',
      'r.assay_id as assayId',
      'r.organisation_id as organisationId',
      'r.group_id as groupId',
    ])
    .executeTakeFirst()
}

/** Lists the encrypted secrets that sign now, the present one first. */
export async function listSecrets({ db, now }: Scope, webhookId: string): Promise<{ id: string; secret: Buffer }[]> {
  return await db
    .selectFrom('webhook_secrets')
    .where('webhook_id', '=', webhookId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .select(['id', 'secret'])
    .orderBy('id', 'desc')
    .execute()
}

/** Keeps what was sent and what was answered, or what may be under way until a time. */
export async function insertAttempt(
  { db, tenant }: Scope,
  row: AttemptRow,
  sendingUntil: Date | null = null,
): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({ tenant_id: tenant.id, ...row, sending_until: sendingUntil })
    .execute()
}

/** Keeps the outcome of an attempt that was under way. */
export async function settleAttempt(
  { db }: Scope,
  id: string,
  { status, problem, milliseconds, answer }: AttemptRow,
): Promise<void> {
  await db
    .updateTable('webhook_attempts')
    .set({ status, problem, milliseconds, answer, sending_until: null })
    .where('id', '=', id)
    .execute()
}
