import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/tokens.ts'
import type { NewMessage } from './repository.ts'

/** Which message counts, and for whom: who caused it, and the address that it goes to. */
export type Counted = Pick<NewMessage, 'channel' | 'recipient'>

/** Whose ceiling is reached, with the seconds until there is room again; null of those that have room. */
export interface Waits {
  recipient: number | null
  sender: number | null
  tenant: number | null
}

/**
 * How long a message would have to wait for each ceiling of a day, of which `times` as many may be sent. The day is the 24 hours
 * before now. Requests at the same time do not see each other's messages, so that as many more may pass as run side by side.
 */
export async function findWaits(scope: Scope, { channel, recipient }: Counted, times: 1 | 2): Promise<Waits> {
  const kind = sql.raw(channel === 'email' ? 'mails' : 'texts')
  const wait = (of: RawBuilder<unknown>, ceiling: string) => sql`(
    select ceil(extract(epoch from c.queued_at + interval '1 day' - now()))::int from message_counts as c
    where c.tenant_id = ${scope.tenant.id} and c.channel = ${channel} and ${of} and c.queued_at > now() - interval '1 day'
    order by c.queued_at desc limit 1
    offset (select t.${kind}${sql.raw(ceiling)} * ${times}::int - 1 from tenants as t where t.id = ${scope.tenant.id}))`
  const { rows } = await sql<Waits>`select
    ${wait(sql`c.recipient_hash = ${hashOf(scope, recipient)}`, '_per_recipient')} as recipient,
    ${wait(sql`c.sender_id = ${scope.actor?.id ?? null}::uuid`, '_per_sender')} as sender,
    ${wait(sql`true`, '_per_day')} as tenant`.execute(scope.db)
  return rows[0] ?? { recipient: null, sender: null, tenant: null }
}

/** Counts a message that was queued. */
export async function insertCount(scope: Scope, id: string, { channel, recipient }: Counted): Promise<void> {
  await scope.db
    .insertInto('message_counts')
    .values({
      tenant_id: scope.tenant.id,
      id,
      channel,
      sender_id: scope.actor?.id ?? null,
      recipient_hash: hashOf(scope, recipient),
    })
    .execute()
}

function hashOf({ tenant }: Scope, recipient: string): Buffer {
  return hashToken(`${tenant.id}:${recipient.toLowerCase()}`)
}
