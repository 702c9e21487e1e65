import { ApiError, fieldErrors } from '../api/api-error.ts'
import { t, type PhraseKey } from '../ui/phrases.ts'

/** What is said of a request that failed, where the server's own words do not do. */
export interface FailureWords {
  /** Where the fault is ours. */
  failed: PhraseKey
  /** In place of the words for a server that cannot be reached; not for one whose answer does not come. */
  offline?: PhraseKey
  /** In place of the server's words for a refusal, by its status. */
  refused?: Partial<Record<number, PhraseKey>>
  /** Whether there are fields, at which it stands what the server found wrong with them. */
  hasFields?: boolean
}

/**
 * Why something was not done, in words; undefined where they stand elsewhere: at the fields, on the error page, or on the
 * login page that a lost session leads to.
 */
export function failureWords(
  error: unknown,
  { failed, offline, refused, hasFields = true }: FailureWords,
): string | undefined {
  if (error === null || error === undefined) return undefined
  if (!(error instanceof ApiError)) return t(failed)
  if (error.isHandled || (hasFields && Object.keys(fieldErrors(error)).length > 0)) return undefined
  // What the caller says of a lost network stands where the browser says that it is one, or could not tell.
  if (error.code === 'offline' && offline !== undefined) return t(offline)
  if (error.mayBeDone && error.code === 'offline') {
    return t(error.isSafeToRepeat ? 'shell:brokenOff' : 'shell:brokenOffTwice')
  }
  if (error.mayBeDone) return t(error.isSafeToRepeat ? 'shell:mayBeSaved' : 'shell:mayBeSavedTwice')
  if (error.status === 0) return t(error.code === 'offline' ? unreachableWords() : 'shell:noAnswer')
  const own = refused?.[error.status]
  if (own !== undefined) return t(own)
  return isOurFault(error) ? t(failed) : error.message
}

/** What is said where no answer came: a browser that has a network cannot reach the server, and one that has none says so. */
export function unreachableWords(): 'shell:offline' | 'shell:serverAway' {
  return navigator.onLine ? 'shell:serverAway' : 'shell:offline'
}

/** Whether nobody but us can mend a failure, so that it should be reported. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}
