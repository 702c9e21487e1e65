import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Locale } from '../../contract/locales.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import { templatesWithToken, type Template } from './templates.ts'

/** A message to a user, to the recipient of an invite or a result, or to somebody without any of these. */
export interface NewMessage {
  template: Template
  channel: 'email' | 'text'
  userId?: string
  inviteId?: string
  operatorRequestId?: string
  operatorEntryId?: string
  deliveryId?: string
  /** The notification rule to whose mailbox a code is sent. */
  ruleId?: string
  /** The record whose result the message is about. */
  recordId?: string
  /** An email, or a mobile number as E.164. */
  recipient: string
  locale: Locale
}

/** Inserts a message and returns its id. */
export async function insertMessage(scope: Scope, message: NewMessage): Promise<string> {
  const id = newId()
  await scope.db
    .insertInto('messages')
    .values({
      tenant_id: scope.tenant.id,
      id,
      user_id: message.userId ?? null,
      invite_id: message.inviteId ?? null,
      operator_request_id: message.operatorRequestId ?? null,
      operator_entry_id: message.operatorEntryId ?? null,
      delivery_id: message.deliveryId ?? null,
      rule_id: message.ruleId ?? null,
      channel: message.channel,
      template: message.template,
      recipient: message.recipient,
      locale: message.locale,
      sent_at: null,
    })
    .execute()
  return id
}

/** Deletes the waiting messages of an invite, or all of them. Waits for one that is being sent. */
export async function deleteInviteMessages(scope: Scope, inviteId: string, which: 'waiting' | 'all'): Promise<void> {
  await scope.db
    .deleteFrom('messages')
    .where('invite_id', '=', inviteId)
    .$if(which === 'waiting', (query) => query.where('state', '=', 'waiting'))
    .execute()
}

/** Deletes a user's waiting messages whose link acts for their account. */
export async function endLinkMessages(scope: Scope, userId: string): Promise<void> {
  await scope.db
    .deleteFrom('messages')
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('template', 'in', templatesWithToken)
    .execute()
}

/** Deletes the waiting messages of deliveries. */
export async function endDeliveryMessages(scope: Scope, deliveryIds: readonly string[]): Promise<void> {
  await scope.db.deleteFrom('messages').where('delivery_id', 'in', deliveryIds).where('state', '=', 'waiting').execute()
}

/** Deletes the messages of deliveries, and their copies in the development mailbox. */
export async function eraseDeliveryMessages({ db }: Scope, deliveryIds: readonly string[]): Promise<void> {
  const messages = await db
    .deleteFrom('messages')
    .where('delivery_id', '=', sql<string>`any(${deliveryIds}::uuid[])`)
    .returning('id')
    .execute()
  const ids = messages.map(({ id }) => id)
  await db
    .deleteFrom('development_mail')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/**
 * Deletes the messages to these addresses that were sent or given up, and their copies in the development mailbox. One
 * that waits may be about somebody else whom the recipient looks after, and so may one whose link still opens a result: the
 * link ends with a change of the address, which the message tells.
 */
export async function eraseMessagesTo({ db, tenant }: Scope, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const messages = await db
    .deleteFrom('messages')
    .where(sql<boolean>`lower(recipient) = any(${addresses.map((address) => address.toLowerCase())}::text[])`)
    .where('state', '<>', 'waiting')
    .where(
      sql<boolean>`not exists (
        select from deliveries d
        where d.tenant_id = ${tenant.id} and d.id = messages.delivery_id and d.ended_at is null)`,
    )
    .returning('id')
    .execute()
  const ids = messages.map(({ id }) => id)
  await db
    .deleteFrom('development_mail')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/**
 * Finds a waiting message with everything that its text needs; undefined when it was sent or withdrawn. An invite's
 * message is locked until the commit. For a result's message the delivery is locked, because ending a delivery locks
 * that first. A message to a user is not locked: an erasure locks the user first, and neither may wait for the other.
 */
export async function findWaitingMessage(scope: Scope, id: string) {
  await scope.db
    .selectFrom('messages')
    .where('id', '=', id)
    .where('invite_id', 'is not', null)
    .select('id')
    .forUpdate()
    .execute()
  await scope.db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.delivery_id', 'd.id')
    .where('m.id', '=', id)
    .select('d.id')
    .forUpdate('d')
    .execute()
  return (
    scope.db
      .selectFrom('messages as m')
      .leftJoin('users as u', 'u.id', 'm.user_id')
      // Inviters who have left are not named.
      .leftJoin('users as h', (join) => join.onRef('h.id', '=', 'u.invited_by').on('h.status', '<>', 'deleted'))
      .leftJoin('invites as i', 'i.id', 'm.invite_id')
      .leftJoin('deliveries as d', 'd.id', 'm.delivery_id')
      .leftJoin('operator_requests as r', 'r.id', 'm.operator_request_id')
      .leftJoin('operator_entries as e', 'e.id', 'm.operator_entry_id')
      .leftJoin('known_operators as k', (join) =>
        join.on('k.id', '=', sql<string>`coalesce(r.operator_id, e.operator_id)`),
      )
      .innerJoin('tenants as t', 't.id', 'm.tenant_id')
      .leftJoin('tenant_logos as g', (join) => join.on('g.name', '=', 'icon'))
      .where('m.id', '=', id)
      .where('m.state', '=', 'waiting')
      // An expired code is not sent.
      .where((where) => where.or([where('m.invite_id', 'is', null), where('i.expires_at', '>', sql<Date>`now()`)]))
      .where((where) =>
        where.or([
          where('m.delivery_id', 'is', null),
          where.and([where('d.ended_at', 'is', null), where('d.expires_at', '>', sql<Date>`now()`)]),
        ]),
      )
      .select([
        'm.template',
        'm.recipient',
        'm.locale',
        'm.channel',
        'm.user_id',
        'm.invite_id',
        'm.delivery_id',
        'm.rule_id',
        'u.full_name',
        'h.full_name as inviter_name',
        'k.full_name as operator_name',
        sql<string | null>`coalesce(r.reason, e.reason)`.as('reason'),
        't.name as tenant_name',
        't.product_name',
        't.slug',
        't.theme',
        'g.content as logo',
        'g.media_type as logo_type',
        sql<
          string | null
        >`(select a.address from tenant_addresses a where a.tenant_id = ${scope.tenant.id} and a.kind = 'domain' order by a.address limit 1)`.as(
          'domain',
        ),
      ])
      .executeTakeFirst()
  )
}
export type WaitingMessage = NonNullable<Awaited<ReturnType<typeof findWaitingMessage>>>

/**
 * Marks a message as sent, or deletes it if it is the notice of a deleted account. Returns the recipient, as far as
 * that may be kept; undefined when the message was erased meanwhile.
 */
export async function markSent(scope: Scope, id: string): Promise<string | undefined> {
  const farewell = await scope.db
    .deleteFrom('messages')
    .where('id', '=', id)
    .where('template', '=', 'account-deleted')
    .returning('id')
    .executeTakeFirst()
  if (farewell !== undefined) return 'Anonymized'
  const sent = await scope.db
    .updateTable('messages')
    .set({ state: 'sent', sent_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('recipient')
    .executeTakeFirst()
  return sent?.recipient
}

/**
 * Marks a message as undeliverable. The notice of a deleted account is deleted, because its address must not be kept.
 */
export async function markFailed(scope: Scope, id: string): Promise<void> {
  await scope.db.deleteFrom('messages').where('id', '=', id).where('template', '=', 'account-deleted').execute()
  await scope.db.updateTable('messages').set({ state: 'failed' }).where('id', '=', id).execute()
}

/** Deletes the notice of a deleted account that could not be sent for a day, because its address must not be kept. */
export async function deleteOldFarewell(scope: Scope, id: string): Promise<boolean> {
  const deleted = await scope.db
    .deleteFrom('messages')
    .where('id', '=', id)
    .where('template', '=', 'account-deleted')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Erases every message to a person, with the copies in the development mailbox, and the copies of messages to people
 * whom they invited, which contain their name.
 */
export async function erasePerson({ db }: Scope, person: Person, inviteIds: readonly string[]): Promise<void> {
  const toThem = sql<boolean>`lower(recipient) in (${emailKeyOf(person)}, ${person.mobile}::text)`
  const messages = await db
    .deleteFrom('messages')
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        where('invite_id', '=', sql<string>`any(${inviteIds}::uuid[])`),
        toThem,
      ]),
    )
    .returning('id')
    .execute()
  const ids = messages.map(({ id }) => id)
  await db
    .deleteFrom('development_mail')
    .where((where) =>
      where.or([
        where('id', '=', sql<string>`any(${ids}::uuid[])`),
        where(
          'id',
          'in',
          where
            .selectFrom('messages as m')
            .innerJoin('users as u', 'u.id', 'm.user_id')
            .where('u.invited_by', '=', person.id)
            .select('m.id'),
        ),
        toThem,
      ]),
    )
    .execute()
}

/** A message as `/dev/mail` shows it. */
export interface ShownMessage {
  channel: 'email' | 'text'
  to: string
  subject: string
  text: string
  html: string
}

/** Stores a message for `/dev/mail`. */
export async function insertDevelopmentMail(scope: Scope, id: string, message: ShownMessage): Promise<void> {
  await scope.db
    .insertInto('development_mail')
    .values({
      tenant_id: scope.tenant.id,
      id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
}

/** Lists the latest messages of the tenant, the newest first. */
export async function listDevelopmentMail(scope: Scope) {
  return scope.db
    .selectFrom('development_mail')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Lists the ids and channels of messages that wait to be sent. */
export async function listWaiting({ db }: Scope): Promise<{ id: string; channel: 'email' | 'text' }[]> {
  return await db
    .selectFrom('messages')
    .where('state', '=', 'waiting')
    .select(['id', 'channel'])
    .orderBy('id')
    .execute()
}

/** Deletes the messages that wait to be sent. */
export async function deleteWaiting({ db }: Scope): Promise<void> {
  await db.deleteFrom('messages').where('state', '=', 'waiting').execute()
}
