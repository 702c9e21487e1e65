import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { deliveryDays, type Delivery, type DeliveryChannel } from '../../contract/deliveries/endpoints.ts'
import type { Language } from '../../contract/rules/formats.ts'
import { recordInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken, newToken } from '../access/tokens.ts'
import { deliveriesWithAddress, emailNow, isOutdated } from './address-repository.ts'

/** Whom a result is about, as far as sending it needs: kept from being merged or erased until the transaction ends. */
export interface Recipient {
  dateOfBirth: string | null
  /** That of their account, which they have confirmed themselves, else the one that staff know. */
  email: string | null
  /** As E.164; of their account, for a subject has none. */
  mobile: string | null
  /** Of their account. */
  lang: Language | null
}

/** A record in the actor's scope with its state and subject, or undefined. */
export async function findRecordToSend(scope: ActorScope, recordId: string) {
  return scope.db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select(['r.state', 'r.subject_id'])
    .executeTakeFirst()
}

/**
 * Keeps the subject of a record from being merged or erased until the transaction ends. To be called before the record is
 * locked, as whoever merges subjects locks them first, too.
 */
export async function holdRecipientOf({ db }: ActorScope, recordId: string): Promise<void> {
  await db
    .selectFrom('test_records as r')
    .innerJoin('subjects as s', 's.id', 'r.subject_id')
    .where('r.id', '=', recordId)
    .select('s.id')
    .forKeyShare('s')
    .execute()
}

/**
 * Whom a subject is; undefined where nothing of them is left. With `hold` they are neither merged nor erased until the
 * transaction ends, and undefined while somebody does so: whoever holds the record must not wait for that.
 */
export async function findRecipient(
  { db }: Scope,
  subjectId: string,
  { hold } = { hold: true },
): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.status', '<>', 'deleted'))
    .where('s.id', '=', subjectId)
    .where('s.kind', '=', 'human')
    .select([emailNow.as('email'), 'i.date_of_birth', 'u.mobile', 'u.lang'])
    .$if(hold, (query) => query.forKeyShare('s').skipLocked())
    .executeTakeFirst()
  return row && { email: row.email, dateOfBirth: row.date_of_birth, mobile: row.mobile, lang: row.lang }
}

/** Stores a delivery, whose link is made when its message is sent; answers its id. */
export async function insertDelivery(
  { db, tenant, actor, now }: ActorScope,
  delivery: { recordId: string; channel: DeliveryChannel; reason: Tables['deliveries']['reason'] },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('deliveries')
    .values({
      tenant_id: tenant.id,
      id,
      test_record_id: delivery.recordId,
      channel: delivery.channel,
      reason: delivery.reason,
      sent_by: actor.id,
      created_at: now,
      expires_at: new Date(now.getTime() + deliveryDays * 24 * 60 * 60 * 1000),
    })
    .execute()
  return id
}

/** Ends the deliveries of a record that have not ended, by one channel or by all; answers those, and whether they may have gone out. */
export async function endDeliveries(
  { db, now }: ActorScope,
  recordId: string,
  because: Delivery['endedBecause'],
  channel?: DeliveryChannel,
): Promise<{ id: string; channel: DeliveryChannel; wasMade: boolean }[]> {
  const ended = await db
    .updateTable('deliveries')
    .set({ ended_at: now, ended_because: because })
    .where('test_record_id', '=', recordId)
    .where('ended_at', 'is', null)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
    .returning(['id', 'channel', 'token_hash'])
    .execute()
  return ended.map(({ token_hash, ...delivery }) => ({ ...delivery, wasMade: token_hash !== null }))
}

/** Ends what was sent to these subjects; answers all of it, what had ended before, too. */
export async function endDeliveriesTo({ db, tenant, now }: Scope, subjectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries set ended_at = coalesce(ended_at, ${now}), ended_because = case when ended_at is null then 'erased' else ended_because end
    where tenant_id = ${tenant.id} and test_record_id in (
      select id from test_records where tenant_id = ${tenant.id} and subject_id = any(${subjectIds}::uuid[]))
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Makes the token of a delivery's link, in place of one that an earlier try made. Only its hash is stored. Undefined where the
 * subject has got another address since: then the delivery ends, and nothing is to be sent.
 */
export async function makeResultToken(scope: Scope, deliveryId: string): Promise<string | undefined> {
  const token = newToken()
  const delivery = await deliveriesWithAddress(scope)
    .where('d.id', '=', deliveryId)
    .select(isOutdated.as('is_outdated'))
    .executeTakeFirst()
  const isOver = delivery?.is_outdated ?? true
  await scope.db
    .updateTable('deliveries')
    .set(isOver ? { ended_at: scope.now, ended_because: 'address-changed' } : { token_hash: hashToken(token) })
    .where('id', '=', deliveryId)
    .execute()
  return isOver ? undefined : token
}

/** The deliveries of a record, the latest first, at most 50, with how their messages fared. */
export async function listDeliveryRows(scope: ActorScope, recordId: string) {
  return deliveriesWithAddress(scope)
    .leftJoin('users as b', (join) => join.onRef('b.id', '=', 'd.sent_by').on('b.status', '<>', 'deleted'))
    .where('d.test_record_id', '=', recordId)
    .select([
      'd.id',
      'd.channel',
      'd.reason',
      'd.wrong_tries',
      'd.created_at',
      'd.expires_at',
      'd.opened_at',
      'd.ended_at',
      'd.ended_because',
      'b.full_name',
      'm.state as message_state',
      isOutdated.as('is_outdated'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(50)
    .execute()
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>[number]
