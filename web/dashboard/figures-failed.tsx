import { unreachableWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

export function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <Notice title={t('dashboard:failedTitle')} text={t(unreachableWords())}>
      <Button onClick={onRetry}>{t('shell:tryAgain')}</Button>
    </Notice>
  )
}
