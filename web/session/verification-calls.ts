import { requestVerification, selfRegister, type SelfRegistration } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** Creates an account. Never throws: every failure has its words. */
export async function sendRegistration(body: SelfRegistration): Promise<Outcome> {
  return await outcomeOf(call(selfRegister, { body, errors: 'caller' }))
}

/** Asks for the mail that verifies an email once more. Never throws: every failure has its words. */
export async function askForVerification(email: string): Promise<Outcome> {
  return await outcomeOf(call(requestVerification, { body: { email }, errors: 'caller' }))
}
