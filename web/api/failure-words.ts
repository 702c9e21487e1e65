import { ApiError, fieldErrors } from './api-error.ts'
import { t, type PhraseKey } from '../ui/phrases.ts'

/** Messages for a failed request that replace the default ones. */
export interface FailureWords {
  /** The message for a fault of the server. */
  failed: PhraseKey
  /** Replaces the message for an unreachable server, but not that for a missing answer. */
  offline?: PhraseKey
  /** Replaces the server's message for a refusal, by its status, but not that for a refusal on the way to the server. */
  refused?: Partial<Record<number, PhraseKey>>
  /** True if the form shows the server's messages at its fields. */
  hasFields?: boolean
}

/**
 * Explains a failure in words; undefined if the explanation is elsewhere: at the fields, on the error page, or on the
 * login page after a lost session.
 */
export function failureWords(
  error: unknown,
  { failed, offline, refused, hasFields = true }: FailureWords,
): string | undefined {
  if (error === null || error === undefined) return undefined
  if (!(error instanceof ApiError)) return t(failed)
  if (error.isHandled || (hasFields && Object.keys(fieldErrors(error)).length > 0)) return undefined
  // The caller's message about a lost network is used if the browser reports one, or cannot tell.
  if (error.code === 'offline' && offline !== undefined) return t(offline)
  if (error.mayBeDone && error.code === 'offline') {
    return t(error.isSafeToRepeat ? 'shell:brokenOff' : 'shell:brokenOffTwice')
  }
  if (error.mayBeDone) return t(error.isSafeToRepeat ? 'shell:mayBeSaved' : 'shell:mayBeSavedTwice')
  if (error.status === 0) return t(error.code === 'offline' ? unreachableWords() : 'shell:noAnswer')
  if (error.code === 'refused-on-the-way') return refusedOnTheWayWords(error)
  const own = refused?.[error.status]
  if (own !== undefined) return t(own)
  return isOurFault(error) ? t(failed) : error.message
}

/** The message when no answer came, which depends on whether the browser itself has a network. */
export function unreachableWords(): 'shell:offline' | 'shell:serverAway' {
  return navigator.onLine ? 'shell:serverAway' : 'shell:offline'
}

/** The message for a refusal by something between the browser and the server, which the user cannot change. */
function refusedOnTheWayWords({ status }: ApiError): string {
  return status === 413 ? t('shell:tooLargeOnTheWay') : t('shell:refusedOnTheWay', { status })
}

/** True if the failure is a fault of ours, so that it should be reported. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}
