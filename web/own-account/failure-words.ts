import { ApiError } from '../api/api-error.ts'
import { t } from '../ui/phrases.ts'

/**
 * What is said above a form whose sending failed; undefined for none. What is wrong with a field (422) is said there, and
 * a lost session (401) leaves the page.
 */
export function failureWords(error: unknown): string | undefined {
  if (error === null || (error instanceof ApiError && (error.status === 422 || error.status === 401))) return undefined
  if (error instanceof ApiError && error.status === 0) return t('shell:offline')
  if (error instanceof ApiError && (error.status === 403 || error.status === 429)) return error.message
  return t('passwords:failed')
}

/** The same for the deletion of an account, which only whoever is the last administrator cannot do (409). */
export function deletionFailureWords(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status === 409) return t('ownAccount:deletion.lastAdministrator')
  return failureWords(error)
}
