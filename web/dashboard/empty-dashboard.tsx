import { Link } from '@tanstack/react-router'
import { IconClipboardList } from '@tabler/icons-react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

/** Stands in place of the figures where no test was recorded yet, with the way to record one. */
export function NoTests() {
  const t = useT()
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  return (
    <Notice
      picture={<IconClipboardList size={40} stroke={1.25} aria-hidden />}
      title={t('dashboard:emptyTitle')}
      text={t('dashboard:emptyText')}
    >
      {mayRecord && (
        <Link {...paths.createTest()} className={buttonClass()}>
          {t('shell:recordTest')}
        </Link>
      )}
    </Notice>
  )
}

/** Stands in place of figures that did not come. */
export function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <Notice title={t('dashboard:failedTitle')} text={t('shell:offline')}>
      <Button onClick={onRetry}>{t('shell:tryAgain')}</Button>
    </Notice>
  )
}
