import { useQuery } from '@tanstack/react-query'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { recentMinutes } from '../../../contract/limits-and-times.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { HeldBack } from '../../ui/held-back.tsx'
import { useT } from '../../ui/phrases.ts'
import { useNow } from '../../ui/use-now.ts'
import { recentTestQuery } from './queries.ts'
import type { Draft } from './draft.ts'
import { performedAtOf } from './performed-text.ts'

/**
 * Warns that the same subject was tested with the same assay at about this time, so that this may be the same test.
 * Saving remains possible.
 */
export function RecentTest({ draft, assay }: { draft: Draft; assay: AssayListItem }) {
  const t = useT()
  const dates = useDates()
  const now = useNow()
  const performedAt = performedAtOf(draft, dates.typing)
  const { data: recent } = useQuery({
    ...recentTestQuery({
      subject_id: draft.subject?.id ?? '',
      assay_id: assay.id,
      performed_at: performedAt?.toISOString() ?? '',
    }),
    enabled: draft.subject !== null && performedAt !== undefined,
  })
  if (!recent || draft.subject === null) return null
  const minutes = Math.floor((now.getTime() - new Date(recent.performedAt).getTime()) / 60_000)
  const words = {
    name: subjectName(draft.subject) ?? '',
    result: t(`results:${recent.result}`),
    testId: recent.testId,
  }
  return (
    <HeldBack isHeldBack={recent.isHeldBack}>
      <Alert tone="notice">
        {minutes >= -1 && minutes <= recentMinutes
          ? t('recording:review.recent', { ...words, count: Math.max(minutes, 1) })
          : t('recording:review.recentAt', { ...words, time: dates.instant(recent.performedAt) })}
      </Alert>
    </HeldBack>
  )
}
