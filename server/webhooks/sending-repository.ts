import { sql } from 'kysely'
import { actionOfKind } from '../../contract/webhooks/kinds.ts'
import type { Scope } from '../access/scope.ts'
import type { AttemptRow } from './repository.ts'

/** Positions of the chain that are looked at for one event at most. */
const positionsAtOnce = 2000

/**
 * Milliseconds for which a process may send one message before another one takes over. It is more than one try takes.
 */
export const leaseMs = 20_000

/** Lets the tenant's webhooks look for what was sealed in this transaction. */
export async function wakeWebhooks({ db }: Scope): Promise<void> {
  // Also those that are awake: whoever is about to fall asleep holds the row, so this waits and wakes it again.
  await db.updateTable('webhooks').set({ has_more: true }).where('state', '=', 'active').execute()
}

const dueColumns = ['id', 'url', 'kinds', 'with_content', 'position', 'tries', 'failing_since', 'created_at'] as const

/** Takes a webhook for this process, if it is due and no other process has it. */
export async function takeDue({ db, now }: Scope, id: string, lease: string) {
  return await db
    .updateTable('webhooks')
    .set({ lease, leased_until: new Date(now.getTime() + leaseMs) })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('has_more', '=', true)
    .where('due_at', '<=', now)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', now)]))
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
  paused_because?: 'failing' | 'secret'
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
  const { rows } = await sql<ChainEvent>`
    select e.id, e.position, e.action, e.occurred_at as "occurredAt", e.resource_id as "resourceId",
           e.details->>'keptSubjectId' as "keptSubjectId", e.details->>'mergedSubjectId' as "mergedSubjectId",
           x.subject_ids as "subjectIds"
    from audit_events e
    left join erasures x on x.tenant_id = ${tenant.id} and x.user_id = e.resource_id and e.action = 'user.deleted'
    where e.tenant_id = ${tenant.id} and e.position > ${after} and e.position <= ${after + positionsAtOnce}
      and e.occurred_at >= ${created_at} and e.outcome = 'done' and e.action = any(${actions})
      and (e.action not in ('subject.merged', 'subject.merge-undone') or e.resource_id::text = e.details->>'keptSubjectId')
      and (e.action <> 'user.deleted' or cardinality(x.subject_ids) > 0)
    order by e.position limit 1`.execute(db)
  const [event] = rows
  if (event !== undefined) return { event: { ...event, position: Number(event.position) } }
  const head = await db
    .selectFrom('audit_events')
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .select('position')
    .executeTakeFirst()
  const end = Number(head?.position ?? 0)
  const upTo = Math.min(after + positionsAtOnce, Math.max(end, after))
  return { event: undefined, upTo, isEnd: upTo >= end }
}

/** Reads what a message says of a record, if it may: what it is now, without anybody's name. */
export async function findContent({ db }: Scope, recordId: string) {
  return await db
    .selectFrom('test_records')
    .where('id', '=', recordId)
    .select([
      'test_id as testId',
      'version',
      'state',
      'result',
      'analyte_results as analyteResults',
      'performed_at as performedAt',
      'subject_id as subjectId',
      'assay_id as assayId',
      'organisation_id as organisationId',
      'group_id as groupId',
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

/** Keeps what was sent and what was answered. */
export async function insertAttempt({ db, tenant }: Scope, row: AttemptRow): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({ tenant_id: tenant.id, ...row })
    .execute()
}
