import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Locale } from '../../contract/rules/formats.ts'
import { holdUser } from '../access/held-user.ts'
import type { Scope } from '../access/scope.ts'
import type { Mail } from '../platform/mailer.ts'
import type { Template } from './templates.ts'

/** A message to a user, to whoever an invite is for, or to somebody who has neither any more. */
export interface NewMessage {
  template: Template
  channel: 'email' | 'text'
  userId?: string
  inviteId?: string
  /** An email, or a mobile number as E.164. */
  recipient: string
  locale: Locale
}

/** Answers the id of the message, which does not come to be when its user was erased meanwhile. */
export async function insertMessage(scope: Scope, message: NewMessage): Promise<string> {
  const id = newId()
  if (message.userId !== undefined && !(await holdUser(scope, message.userId))) return id
  await scope.db
    .insertInto('messages')
    .values({
      tenant_id: scope.tenant.id,
      id,
      user_id: message.userId ?? null,
      invite_id: message.inviteId ?? null,
      channel: message.channel,
      template: message.template,
      recipient: message.recipient,
      locale: message.locale,
      sent_at: null,
    })
    .execute()
  return id
}

/** A message that waits, with what its text needs; undefined when it was sent or taken back. */
export async function findWaitingMessage(scope: Scope, id: string) {
  return scope.db
    .selectFrom('messages as m')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'))
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .select([
      'm.template',
      'm.recipient',
      'm.locale',
      'm.channel',
      'm.user_id',
      'm.invite_id',
      'u.full_name',
      't.name as tenant_name',
      't.product_name',
      't.slug',
      't.theme',
      't.logo',
      sql<
        string | null
      >`(select a.address from tenant_addresses a where a.tenant_id = t.id and a.kind = 'domain' order by a.address limit 1)`.as(
        'domain',
      ),
    ])
    .executeTakeFirst()
}
export type WaitingMessage = NonNullable<Awaited<ReturnType<typeof findWaitingMessage>>>

/**
 * Marks a message as sent, or deletes it when it was a farewell. Answers who it was to, as far as that may be kept;
 * undefined when it was erased meanwhile.
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

/** Deletes a farewell that could not be sent for a day: an address is not kept for its sake alone. */
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

/** Keeps a mail where `/dev/mail` shows it. */
export async function insertDevelopmentMail(scope: Scope, id: string, mail: Mail): Promise<void> {
  await scope.db
    .insertInto('development_mail')
    .values({
      tenant_id: scope.tenant.id,
      id,
      channel: 'email',
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
}

/** The latest mails of the tenant, newest first. */
export async function listDevelopmentMail(scope: Scope) {
  return scope.db
    .selectFrom('development_mail')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
