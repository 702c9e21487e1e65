import { IconClipboardList } from '@tabler/icons-react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import type { Shown } from './queries.ts'

/** Replaces the figures if no test was recorded yet: offers to record one, or to see those of other places. */
export function NoTests({ shown: { organisation, group, assay, ...days } }: { shown: Shown }) {
  const t = useT()
  const isNarrowed = [organisation, group, assay].some((filter) => filter !== undefined)
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  return (
    <Notice
      picture={<IconClipboardList size={40} stroke={1.25} aria-hidden />}
      title={t(isNarrowed ? 'testRecords:noMatch.title' : 'dashboard:emptyTitle')}
      text={t(isNarrowed ? 'lists:noMatch.text' : 'dashboard:emptyText')}
    >
      {isNarrowed && (
        <Link {...paths.dashboard(days)} className={buttonClass('default')}>
          {t('lists:filter.clear')}
        </Link>
      )}
      {mayRecord && (
        <Link {...paths.createTest()} className={buttonClass()}>
          {t('shell:recordTest')}
        </Link>
      )}
    </Notice>
  )
}
