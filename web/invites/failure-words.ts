import { ApiError } from '../api/api-error.ts'
import { t, type PhraseKey } from '../ui/phrases.ts'

/** Why something about an invite was not done: the server's own words, or these where the fault is ours. */
export function failureWords(error: unknown, ofOurs: PhraseKey): string {
  if (!(error instanceof ApiError) || error.status >= 500) return t(ofOurs)
  return error.status === 0 ? t('shell:offline') : error.message
}
