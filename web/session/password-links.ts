import { requestPasswordReset, setPassword, type PasswordToSet } from '../../contract/session/passwords.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { reportError } from '../api/error-reporting.ts'
import { t } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** How sending a form ended: done, by a link that does not work, or with words at the fields and above them. */
type Outcome = { is: 'done' } | { is: 'link-invalid' } | { is: 'refused'; errors?: FieldErrors; message?: string }

/** Asks for a link to a new password. Never throws: every failure has its words. */
export async function askForLink(email: string): Promise<Outcome> {
  return await outcomeOf(call(requestPasswordReset, { body: { email }, errors: 'caller' }))
}

/** Sets the password of the account that a link was sent to. Never throws: every failure has its words. */
export async function setPasswordByLink(body: PasswordToSet): Promise<Outcome> {
  return await outcomeOf(call(setPassword, { body, errors: 'caller' }))
}

async function outcomeOf(sending: Promise<unknown>): Promise<Outcome> {
  try {
    await sending
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.status === 0) return { is: 'refused', message: t('session:offline') }
      if (error.status === 429) return { is: 'refused', message: error.message }
      const errors = fieldErrors(error)
      // A token that a mail program cut or doubled is no token at all.
      if (error.code === 'link-invalid' || errors.token !== undefined) return { is: 'link-invalid' }
      if (error.status === 422) return { is: 'refused', errors }
    }
    reportError(error)
    return { is: 'refused', message: t('passwords:failed') }
  }
}
