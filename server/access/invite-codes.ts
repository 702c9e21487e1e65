import { randomInt } from 'node:crypto'
import { inviteCodeAlphabet, inviteCodeLength } from '../../contract/rules/invite-code.ts'
import type { Scope } from './scope.ts'
import type { Tables } from './tables.ts'
import { hashToken } from './tokens.ts'

export type Channel = Tables['invite_codes']['channel']

/**
 * Makes a code for the message that an invite sends by this channel, in place of the channel's earlier one. Only its hash
 * and its end are stored.
 */
export async function makeInviteCode(scope: Scope, inviteId: string, channel: Channel): Promise<string> {
  const code = newInviteCode()
  const stored = { code_hash: hashToken(code), last_four: code.slice(-4) }
  await scope.db
    .insertInto('invite_codes')
    .values({ tenant_id: scope.tenant.id, invite_id: inviteId, channel, ...stored })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'invite_id', 'channel']).doUpdateSet(stored))
    .execute()
  return code
}

/** 24 characters of 30: some 117 bits, as hard to guess as a link's token. */
function newInviteCode(): string {
  return Array.from(
    { length: inviteCodeLength },
    () => inviteCodeAlphabet[randomInt(inviteCodeAlphabet.length)] ?? '',
  ).join('')
}

/** Makes every code of an invite unknown. */
export async function deleteInviteCodes(scope: Scope, inviteId: string): Promise<void> {
  await scope.db.deleteFrom('invite_codes').where('invite_id', '=', inviteId).execute()
}
