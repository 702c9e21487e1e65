import { ApiError } from '../../api/api-error.ts'
import type { Translate } from '../../ui/phrases.ts'

/** What to say above a form when sending it failed; undefined when the fields say it, or the session is over. */
export function troubleWords(error: unknown, t: Translate): string | undefined {
  if (error === null || error === undefined) return undefined
  if (!(error instanceof ApiError)) return t('recording:review.failed')
  if (error.isHandled) return undefined
  if (error.status === 0) return `${t('recording:review.offline')} ${t('recording:review.kept')}`
  if (error.status === 422) return Object.keys(error.errors).length > 0 ? undefined : error.message
  return error.status >= 500 ? t('recording:review.failed') : error.message
}
