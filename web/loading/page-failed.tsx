import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { unreachableWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { isReachable, PartMissing } from './lazy-page.ts'

/** How often the page checks whether the server is back, in milliseconds. */
const lookAgain = 5000

const titles = {
  'shell:offline': 'shell:offlineTitle',
  'shell:serverAway': 'shell:serverAwayTitle',
  'shell:noAnswer': 'shell:title500',
  'shell:partMissing': 'shell:title500',
  'shell:unknownError': 'shell:title500',
} as const

/**
 * Replaces a page that failed: explains why and offers another attempt, which is made automatically once the network or
 * the server is back.
 */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const isOffline = error instanceof ApiError && error.code === 'offline'
  const isUnanswered = error instanceof ApiError && error.code === 'no-answer'
  const isMissing = error instanceof PartMissing
  const retry = useCallback(() => {
    // Some browsers request a part of the app only once.
    if (isMissing) {
      window.location.reload()
      return
    }
    reset()
    void router.invalidate()
  }, [reset, router, isMissing])

  // Network and server come and go outside React; no browser event tells that a server is back.
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(() => void isReachable().then((is) => is && retry()), lookAgain)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isOffline, retry])

  const words = isOffline
    ? unreachableWords()
    : isUnanswered
      ? 'shell:noAnswer'
      : isMissing
        ? 'shell:partMissing'
        : 'shell:unknownError'
  return (
    <Notice title={t(titles[words])} text={t(words)}>
      <Button onClick={retry}>{t('shell:tryAgain')}</Button>
    </Notice>
  )
}
