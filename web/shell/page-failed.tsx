import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { unreachableWords } from '../editing/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { PartMissing } from './page-part.ts'

/** What stands above the words, by these. */
const titles = {
  'shell:offline': 'shell:offlineTitle',
  'shell:serverAway': 'shell:serverAwayTitle',
  'shell:noAnswer': 'shell:title500',
  'shell:partMissing': 'shell:title500',
  'shell:unknownError': 'shell:title500',
} as const

/** In place of a page that failed: why, and trying again; by itself once the network is back. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const isOffline = error instanceof ApiError && error.code === 'offline'
  const isUnanswered = error instanceof ApiError && error.code === 'no-answer'
  const isMissing = error instanceof PartMissing
  const retry = useCallback(() => {
    // A browser may ask for a part of the app only once.
    if (isMissing) {
      window.location.reload()
      return
    }
    reset()
    void router.invalidate()
  }, [reset, router, isMissing])

  // The network comes and goes outside React.
  useEffect(() => {
    if (!isOffline) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
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
