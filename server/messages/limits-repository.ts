import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/tokens.ts'
import type { NewMessage } from './repository.ts'

/** Which message counts, and for whom: the address that it goes to, and who caused it, null where anybody may ask for it. */
export interface Counted extends Pick<NewMessage, 'channel' | 'recipient'> {
  senderId: string | null
  /** What it is about, where the same goes to one address only so often; else null. */
  matter: string | null
  /** Of what anybody may ask for: what is of use only to somebody who has an account. */
  isToHolder: boolean
}

/** How often the same is sent to one address in a day. */
const mostOfOneMatter = 5

/** Whose ceiling is reached, with the seconds until there is room again; null of those that have room. */
export interface Waits {
  matter: number | null
  recipient: number | null
  sender: number | null
  tenant: number | null
}

/**
 * How long a message would have to wait for each ceiling of a day, of which `times` as many may be sent. The day is the 24 hours
 * before now. What anybody may ask for is counted by itself, for the tenant alone: nobody who is not logged in, and knows an address,
 * may use up what staff send to it, nor how often its owner may ask. What holders of accounts ask for is counted apart from the
 * registrations of strangers. Requests at the same time do not see each other's messages, so that as many more may pass as run side by side.
 */
export async function findWaits(scope: Scope, counted: Counted, times: 1 | 2): Promise<Waits> {
  const { channel, recipient, senderId, isToHolder, matter } = counted
  const isForAll = senderId === null
  const ofKind = isForAll ? sql`c.sender_id is null and c.is_to_holder = ${isToHolder}` : sql`c.sender_id is not null`
  const nobody = sql`null::int`
  const kind = sql.raw(channel === 'email' ? 'mails' : 'texts')
  const most = (ceiling: string) =>
    sql`(select t.${kind}${sql.raw(ceiling)} from tenant_limits as t where t.tenant_id = ${scope.tenant.id})`
  const wait = (of: RawBuilder<unknown>, ceiling: RawBuilder<unknown>) => sql`(
    select ceil(extract(epoch from c.queued_at + interval '1 day' - now()))::int from message_counts as c
    where c.tenant_id = ${scope.tenant.id} and c.channel = ${channel} and ${of} and ${ofKind} and c.queued_at > now() - interval '1 day'
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

/** Counts a message that was queued. */
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
