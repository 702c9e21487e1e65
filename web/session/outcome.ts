import { ApiError, fieldErrors } from '../api/api-error.ts'
import { reportError } from '../api/error-reporting.ts'
import { t } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** How sending a form ended: done, by a link or a code that does not work, or with words at the fields and above them. */
export type Outcome =
  | { is: 'done' }
  | { is: 'link-invalid' }
  | { is: 'refused'; errors?: FieldErrors; message?: string }

/** Never throws: every failure has its words, and what is our fault is reported. */
export async function outcomeOf(sending: Promise<unknown>): Promise<Outcome> {
  try {
    await sending
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.status === 0) return { is: 'refused', message: t('session:offline') }
      if (error.status === 403 || error.status === 429) return { is: 'refused', message: error.message }
      const errors = fieldErrors(error)
      // A token that a mail program cut or doubled is no token at all.
      const isUnknown = error.code === 'link-invalid' || error.code === 'code-invalid'
      if (isUnknown || errors.token !== undefined || errors.code !== undefined) return { is: 'link-invalid' }
      if (error.status === 422) return { is: 'refused', errors }
    }
    reportError(error)
    return { is: 'refused', message: t('passwords:failed') }
  }
}
