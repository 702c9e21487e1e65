import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import type { NewMessage } from './repository.ts'
import { messageLimitHours } from '../../contract/limits-and-times.ts'

/** A message as it is counted, by its recipient and its sender. The sender is null when anybody may ask for it. */
export interface Counted extends Pick<NewMessage, 'channel' | 'recipient'> {
  senderId: string | null
  /** The subject matter of a message that one address may get only a few times; otherwise null. */
  matter: string | null
  /** True for messages that anybody may ask for but that are of use only to account holders. */
  isToHolder: boolean
}

/** The number of messages about one matter that an address gets per day. */
const mostOfOneMatter = 5

/** Seconds until there is room again under each ceiling that is reached; null for the others. */
export interface Waits {
  matter: number | null
  recipient: number | null
  sender: number | null
  tenant: number | null
}

/**
 * Finds how long a message would have to wait for each daily ceiling, of which `times` as many may be sent. A day is
 * the last `messageLimitHours`. Messages that anybody may ask for are counted separately and only per tenant, so that a visitor
 * who knows an address cannot use up what staff send to it or what its owner may ask for. Messages to account holders
 * are counted apart from registrations of strangers. Parallel requests do not see each other's messages, so a few more
 * than the ceiling may pass.
 */
export async function findWaits(scope: Scope, counted: Counted, times: 1 | 2): Promise<Waits> {
  const { channel, recipient, senderId, isToHolder, matter } = counted
  const isForAll = senderId === null
  const ofKind = isForAll ? sql`c.sender_id is null and c.is_to_holder = ${isToHolder}` : sql`c.sender_id is not null`
  const nobody = sql`null::int`
  const period = sql`make_interval(hours => ${sql.lit(messageLimitHours)})`
  const kind = sql.raw(channel === 'email' ? 'mails' : 'texts')
  const most = (ceiling: string) =>
    sql`(select t.${kind}${sql.raw(ceiling)} from tenant_limits as t where t.tenant_id = ${scope.tenant.id})`
  const wait = (of: RawBuilder<unknown>, ceiling: RawBuilder<unknown>) => sql`(
    select ceil(extract(epoch from c.queued_at + ${period} - now()))::int from message_counts as c
    where c.tenant_id = ${scope.tenant.id} and c.channel = ${channel} and ${of} and ${ofKind} and c.queued_at > now() - ${period}
    order by c.queued_at desc limit 1
    offset ${ceiling} * ${times}::int - 1)`
  const toThem = sql`c.recipient_hash = ${hashOf(scope, recipient)}`
  const { rows } = await sql<Waits>`select
    ${matter === null ? nobody : wait(sql`${toThem} and c.matter = ${matter}`, sql`${mostOfOneMatter}::int`)} as matter,
    ${isForAll ? nobody : wait(toThem, most('_per_recipient'))} as recipient,
    ${isForAll ? nobody : wait(sql`c.sender_id = ${senderId}::uuid`, most('_per_sender'))} as sender,
    ${wait(sql`true`, most('_per_day'))} as tenant`.execute(scope.db)
  return rows[0] ?? { matter: null, recipient: null, sender: null, tenant: null }
}

export async function insertCount(scope: Scope, id: string, counted: Counted): Promise<void> {
  const { channel, recipient, senderId, isToHolder, matter } = counted
  await scope.db
    .insertInto('message_counts')
    .values({
      tenant_id: scope.tenant.id,
      id,
      channel,
      sender_id: senderId,
      is_to_holder: isToHolder,
      recipient_hash: hashOf(scope, recipient),
      matter,
    })
    .execute()
}

function hashOf({ tenant }: Scope, recipient: string): Buffer {
  return hashToken(`${tenant.id}:${recipient.toLowerCase()}`)
}
