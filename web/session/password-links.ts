import { requestPasswordReset, setPassword, type PasswordToSet } from '../../contract/session/passwords.ts'
import { call } from '../api/client.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Asks for a link to a new password. Never throws: every failure has its words. */
export async function askForLink(email: string): Promise<Outcome> {
  return await outcomeOf(call(requestPasswordReset, { body: { email }, errors: 'caller' }))
}

/** Sets the password of the account that a link was sent to. Never throws: every failure has its words. */
export async function setPasswordByLink(body: PasswordToSet): Promise<Outcome> {
  return await outcomeOf(call(setPassword, { body, errors: 'caller' }))
}
