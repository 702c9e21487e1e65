import {
  requestVerification,
  selfRegister,
  verifyEmail,
  verifyRegistration,
  type Confirmation,
  type SelfRegistration,
} from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { outcomeOf, type Outcome } from './outcome.ts'

/** What the link of a mail confirms: the email of a registration, or the new one of a change. */
export type Confirmed = 'registration' | 'change'

/** Creates an account. Never throws: every failure has its words. */
export async function sendRegistration(body: SelfRegistration): Promise<Outcome> {
  return await outcomeOf(call(selfRegister, { body, errors: 'caller' }))
}

/** Confirms an email. Never throws: every failure has its words. */
export async function sendConfirmation(confirms: Confirmed, body: Confirmation): Promise<Outcome> {
  const endpoint = confirms === 'registration' ? verifyRegistration : verifyEmail
  return await outcomeOf(call(endpoint, { body, errors: 'caller' }))
}

/** Asks for the mail that verifies an email once more. Never throws: every failure has its words. */
export async function askForVerification(email: string): Promise<Outcome> {
  return await outcomeOf(call(requestVerification, { body: { email }, errors: 'caller' }))
}
