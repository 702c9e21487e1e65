import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { DeliveriesOfRecord, Delivery, DeliveryChannel } from '../../contract/deliveries/endpoints.ts'
import { deliveryDays } from '../../contract/limits-and-times.ts'
import { languages, type Language } from '../../contract/locales.ts'
import { isHeldBack, recordInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken, newToken } from '../access/sessions/tokens.ts'
import {
  deliveriesWithAddress,
  emailNow,
  isOutdated,
  languageNow,
  mobileNow,
  receivingGuardian,
} from './address-repository.ts'

/** The person who gets a result. With a lock they are neither merged nor erased until the transaction ends. */
export interface Recipient {
  dateOfBirth: string | null
  /** The email of `emailNow`. */
  email: string | null
  /** The mobile number of `mobileNow`, as E.164. */
  mobile: string | null
  /** The language of their account, otherwise the one that they prefer if it is one of ours. */
  lang: Language | null
  /** The guardian to whom these addresses belong; null if they are the person's own. */
  guardian: Guardian | null
}
type Guardian = NonNullable<DeliveriesOfRecord['guardian']>

/** Finds a record in the actor's scope with its state and subject. */
export async function findRecordToSend(scope: ActorScope, recordId: string) {
  return scope.db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select(['r.state', 'r.subject_id', isHeldBack(scope, 'r.id').as('is_held_back')])
    .executeTakeFirst()
}

/** Tells whether a record is a step of a set of tests that has no outcome, so that its result must not leave. */
export async function isRecordHeldBack(scope: Scope, recordId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .select(isHeldBack(scope, 'r.id').as('is_held_back'))
    .executeTakeFirst()
  return row?.is_held_back === true
}

/**
 * Keeps the subject of a record from being merged or erased until the transaction ends. Must be called before the
 * record is locked, because merging also locks subjects first.
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
 * Finds the person of a subject; undefined when they were erased. With `hold` they are neither merged nor erased until
 * the transaction ends, and undefined is returned while that is happening, because the caller already holds the record
 * and must not wait.
 */
export async function findRecipient(
  scope: Scope,
  subjectId: string,
  { hold } = { hold: true },
): Promise<Recipient | undefined> {
  if (hold && !(await holdWithoutWaiting(scope, subjectId))) return undefined
  const row = await scope.db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.status', '<>', 'deleted'))
    .where('s.id', '=', subjectId)
    .where('s.kind', '=', 'human')
    .select(['i.date_of_birth', 'u.lang', emailNow(scope).as('email'), mobileNow(scope).as('mobile')])
    .select([receivingGuardian(scope).as('guardian'), languageNow(scope).as('language')])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { email, mobile, guardian } = row
  const lang = row.lang ?? languages.find((language) => language === row.language) ?? null
  return {
    dateOfBirth: row.date_of_birth,
    email,
    mobile,
    lang,
    guardian: guardian && { name: guardian.name, relation: guardian.relation },
  }
}

/** A statement of its own, because one that also reads would not see what was stored just before it got the lock. */
async function holdWithoutWaiting({ db }: Scope, subjectId: string): Promise<boolean> {
  const subject = db.selectFrom('subjects').where('id', '=', subjectId).select('id')
  const held = await subject.forKeyShare().skipLocked().executeTakeFirst()
  return held !== undefined
}

/** Stores a delivery and returns its id. Its link is made when the message is sent. */
export async function insertDelivery(
  { db, tenant, actor, now }: ActorScope,
  delivery: {
    recordId: string
    channel: DeliveryChannel
    reason: Tables['deliveries']['reason']
    isToGuardian: boolean
  },
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
      to_guardian: delivery.isToGuardian,
      sent_by: actor.id,
      created_at: now,
      expires_at: new Date(now.getTime() + deliveryDays * 24 * 60 * 60 * 1000),
    })
    .execute()
  return id
}

/** Ends the open deliveries of a record, for one channel or all. Returns them, and whether each may have been sent. */
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

/**
 * Ends the open deliveries of these records that were made `since` then and whose subject does not have their address.
 * Returns each, whether it may have been sent, and whether it replaced one that was made before.
 */
export async function endMisdirected(scope: ActorScope, recordIds: readonly string[], since: Date) {
  const misdirected = deliveriesWithAddress(scope)
    .where('d.test_record_id', '=', sql<string>`any(${recordIds}::uuid[])`)
    .where('d.created_at', '>', since)
    .where('d.ended_at', 'is', null)
    .where(isOutdated(scope))
    .select('d.id')
  return await scope.db
    .updateTable('deliveries as e')
    .set({ ended_at: scope.now, ended_because: 'other-person' })
    .where('e.id', 'in', misdirected)
    .returning((eb) => [
      'e.id',
      'e.test_record_id as recordId',
      'e.channel',
      'e.reason',
      sql<boolean>`e.token_hash is not null`.as('wasMade'),
      eb
        .exists(
          eb
            .selectFrom('deliveries as f')
            .whereRef('f.test_record_id', '=', 'e.test_record_id')
            .whereRef('f.channel', '=', 'e.channel')
            .where('f.created_at', '<=', since)
            .where('f.ended_at', '>', since)
            .where('f.ended_because', '=', 'replaced')
            .select('f.id'),
        )
        .$castTo<boolean>()
        .as('replaced'),
    ])
    .execute()
}

/**
 * Ends the deliveries to these subjects. Returns all their ids, including those of deliveries that had ended before.
 */
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
 * Makes the token of a delivery's link, replacing one of an earlier try, and stores only its hash. Returns undefined
 * when the subject's address has changed: the delivery then ends and must not be sent.
 */
export async function makeResultToken(scope: Scope, deliveryId: string): Promise<string | undefined> {
  const token = newToken()
  const delivery = await deliveriesWithAddress(scope)
    .where('d.id', '=', deliveryId)
    .select(isOutdated(scope).as('is_outdated'))
    .executeTakeFirst()
  const isOver = delivery?.is_outdated ?? true
  await scope.db
    .updateTable('deliveries')
    .set(isOver ? { ended_at: scope.now, ended_because: 'address-changed' } : { token_hash: hashToken(token) })
    .where('id', '=', deliveryId)
    .execute()
  return isOver ? undefined : token
}

/** Lists at most 50 deliveries of a record, the latest first, with the state of their messages. */
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
      'd.to_guardian',
      isOutdated(scope).as('is_outdated'),
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(50)
    .execute()
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>[number]
