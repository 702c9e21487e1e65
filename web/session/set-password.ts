import { setPassword, type PasswordToSet } from '../../contract/session/passwords.ts'
import { verifyInvitation } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/**
 * Sets the password of the account that a link was sent to. A program that scans mail may have followed an `invitation`
 * after its person did, which replaced the token: then a fresh one is asked for. Never throws: every failure has its words.
 */
export async function setPasswordByLink(body: PasswordToSet, invitation?: string): Promise<Outcome> {
  const outcome = await outcomeOf(call(setPassword, { body, errors: 'caller' }))
  if (outcome.is !== 'link-invalid' || invitation === undefined) return outcome
  const token = await freshTokenOf(invitation)
  return token === undefined ? outcome : await setPasswordByLink({ ...body, token })
}

/** Asks for the token that an invitation's link stands for now; undefined also when the invitation does not work any more. */
async function freshTokenOf(invitation: string): Promise<string | undefined> {
  return await call(verifyInvitation, { query: { id: invitation }, errors: 'caller' }).then(
    ({ data }) => data.token,
    () => undefined,
  )
}
