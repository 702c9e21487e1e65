import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

/** In place of a page that failed: why, and trying again. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const isOffline = error instanceof ApiError && error.status === 0
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Notice title={t('shell:title500')} text={isOffline ? t('shell:offline') : t('shell:unknownError')}>
      <Button onClick={retry}>{t('shell:tryAgain')}</Button>
    </Notice>
  )
}
