import { queryOptions } from '@tanstack/react-query'
import { redeemInvite, verifyInvite, type InviteeAccount } from '../../contract/invites/endpoints.ts'
import { inviteCode } from '../../contract/rules/invite-code.ts'
import { call } from '../api/client.ts'
import { outcomeOf } from './outcome.ts'

/** Whose invite a code is. Asked once for each code. */
export function inviteQuery(code: string) {
  return queryOptions({
    queryKey: [verifyInvite.name, code],
    queryFn: async ({ signal }) => (await call(verifyInvite, { query: { code }, signal, errors: 'caller' })).data,
    staleTime: Infinity,
  })
}

/** Makes the account that an invite is for. Never throws: every failure has its words. */
export async function setUpAccount(body: InviteeAccount) {
  const sending = call(redeemInvite, { body, errors: 'caller' })
  const outcome = await outcomeOf(sending)
  return outcome.is === 'done' ? { is: 'done' as const, account: (await sending).data } : outcome
}

/** A code as it stands in a link or an address, or undefined when it cannot be one. */
export function readCode(text: string): string | undefined {
  return inviteCode.safeParse(text).data
}
