import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import { formerSecretHours } from '../../contract/limits-and-times.ts'
import type { attemptList, listWebhookAttempts, listWebhooks, webhookList } from '../../contract/webhooks/endpoints.ts'
import type { WebhookKind } from '../../contract/webhooks/kinds.ts'
import { sortedList } from '../access/listing/listing.ts'
import { findSealedPosition } from '../access/audit/sealed.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Reads a page of the tenant's webhooks, the latest first. */
export async function listWebhookRows(scope: ActorScope, query: Query<typeof listWebhooks>) {
  const page = orders.page(query)
  const rows = webhooks(scope).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: scope.db.selectFrom('webhooks').select('id') })
}

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof webhookList, { id: string }>({
  created_at: [{ column: sql.ref('w.id'), type: 'uuid', valueOf: (row) => row.id }],
})

export async function findWebhook(scope: Scope, id: string) {
  return await webhooks(scope).where('w.id', '=', id).executeTakeFirst()
}
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

function webhooks({ db, now }: Scope) {
  return db
    .selectFrom('webhooks as w')
    .innerJoin('users as m', 'm.id', 'w.made_by')
    .select([
      'w.id',
      'w.url',
      'w.kinds',
      'w.with_content',
      'w.state',
      'w.paused_because',
      'w.due_at',
      'w.tries',
      'w.failing_since',
      'w.leased_until',
      'w.last_delivered_at',
      'w.created_at',
      'w.revoked_at',
    ])
    .select((row) => [
      sql<string | null>`case when m.status <> 'deleted' then m.full_name end`.as('made_by_name'),
      row
        .selectFrom('webhook_secrets as s')
        .whereRef('s.webhook_id', '=', 'w.id')
        .where('s.ends_at', '>', now)
        .select(({ fn }) => fn.max('s.ends_at').as('until'))
        .as('former_until'),
    ])
}

/** Counts the webhooks that have not ended. Nobody else can make one until this transaction ends. */
export async function countKeptWebhooks({ db, tenant }: Scope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenant.id}`}, 0))`.execute(db)
  const row = await db
    .selectFrom('webhooks')
    .where('state', 'in', ['active', 'paused'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Inserts a webhook of the actor that begins behind what is sealed now. */
export async function insertWebhook(
  scope: ActorScope,
  row: { id: string; url: string; kinds: WebhookKind[]; withContent: boolean },
): Promise<void> {
  await scope.db
    .insertInto('webhooks')
    .values({
      tenant_id: scope.tenant.id,
      id: row.id,
      url: row.url,
      kinds: row.kinds,
      with_content: row.withContent,
      position: await findSealedPosition(scope),
      due_at: scope.now,
      made_by: scope.actor.id,
      created_at: scope.now,
    })
    .execute()
}

/** Stores a secret, encrypted, as the present one. Former ones end after a while. */
export async function insertSecret(
  { db, tenant, now }: Scope,
  webhookId: string,
  row: { id: string; secret: Buffer },
): Promise<void> {
  await db
    .updateTable('webhook_secrets')
    .set({ ends_at: new Date(now.getTime() + formerSecretHours * 60 * 60 * 1000) })
    .where('webhook_id', '=', webhookId)
    .where('ends_at', 'is', null)
    .execute()
  await db
    .insertInto('webhook_secrets')
    .values({ tenant_id: tenant.id, webhook_id: webhookId, created_at: now, ...row })
    .execute()
}

/** Locks a webhook that is neither revoked nor ended. Undefined for another one. */
export async function lockKept({ db }: Scope, id: string): Promise<{ state: 'active' | 'paused' } | undefined> {
  return await db
    .selectFrom('webhooks')
    .where('id', '=', id)
    .where('state', 'in', ['active', 'paused'])
    .select('state')
    .$narrowType<{ state: 'active' | 'paused' }>()
    .forUpdate()
    .executeTakeFirst()
}

/** Pauses all webhooks of a tenant that send. */
export async function pauseRestoredRows({ db }: Scope): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ state: 'paused', paused_because: 'restored', lease: null, leased_until: null })
    .where('state', '=', 'active')
    .execute()
}

/** Lets a webhook try at once, as many times as at first. */
export async function resumeRow({ db, now }: Scope, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ state: 'active', paused_because: null, tries: 0, failing_since: null, due_at: now, has_more: true })
    .where('id', '=', id)
    .execute()
}

/** Revokes a webhook and forgets its secrets. Returns false if it was revoked before, and for one that does not exist. */
export async function revokeRow(scope: ActorScope, id: string): Promise<boolean> {
  const { db, now, actor } = scope
  const revoked = await db
    .updateTable('webhooks')
    .set({ state: 'revoked', paused_because: null, revoked_at: now, revoked_by: actor.id })
    .where('id', '=', id)
    .where('state', '<>', 'revoked')
    .returning('id')
    .executeTakeFirst()
  await deleteSecrets(scope, id)
  return revoked !== undefined
}

/** Forgets the secrets of a webhook that sends nothing any more. */
export async function deleteSecrets({ db }: Scope, webhookId: string): Promise<void> {
  await db.deleteFrom('webhook_secrets').where('webhook_id', '=', webhookId).execute()
}

/** Tells whether some process may be sending for a webhook now, by itself or because somebody asked for it. */
export async function isSending({ db, now }: Scope, id: string): Promise<boolean> {
  const byItself = db.selectFrom('webhooks').where('id', '=', id).where('leased_until', '>', now).select('id')
  const byHand = db
    .selectFrom('webhook_attempts')
    .where('webhook_id', '=', id)
    .where('sending_until', '>', now)
    .select('id')
  return (await byItself.unionAll(byHand).limit(1).executeTakeFirst()) !== undefined
}

/** Reads a page of what a webhook sent, the latest first. */
export async function listAttemptRows(scope: ActorScope, id: string, query: Query<typeof listWebhookAttempts>) {
  const page = attemptOrders.page(query)
  const rows = attempts(scope)
    .where('a.webhook_id', '=', id)
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  const matching = scope.db.selectFrom('webhook_attempts').where('webhook_id', '=', id).select('id')
  return await page.read(scope.db, { rows, matching })
}

const attemptOrders = sortedList<typeof attemptList, { id: string }>({
  tried_at: [{ column: sql.ref('a.id'), type: 'uuid', valueOf: (row) => row.id }],
})

export async function findAttempt(scope: Scope, id: string) {
  return await attempts(scope).where('a.id', '=', id).executeTakeFirst()
}
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

function attempts({ db }: Scope) {
  return db
    .selectFrom('webhook_attempts as a')
    .select([
      'a.id',
      'a.webhook_id',
      'a.kind',
      'a.message_id',
      'a.tried_at',
      'a.is_by_hand',
      'a.status',
      'a.problem',
      'a.milliseconds',
      'a.body',
      'a.answer',
    ])
}
