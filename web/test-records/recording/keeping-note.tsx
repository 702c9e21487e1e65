import { ApiError } from '../../api/api-error.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { useT } from '../../ui/phrases.ts'
import type { Keeping } from './draft-keeper.ts'
import * as styles from './keeping-note.module.css'

/** Tells where the typed data is stored: a quiet line when all is well, an alert when it is only in this tab. */
export function KeepingNote({ keeping }: { keeping: Keeping | undefined }) {
  const t = useT()
  const dates = useDates()
  if (keeping?.is === 'tab') {
    const isOffline = keeping.error instanceof ApiError && keeping.error.status === 0
    return (
      <div className={styles.alert}>
        <Alert tone="notice">{t(isOffline ? 'recording:draft.offline' : 'recording:draft.inTab')}</Alert>
      </div>
    )
  }
  if (keeping?.is !== 'kept') return null
  return <p className={styles.note}>{t('recording:draft.kept', { time: dates.timeOf(keeping.at.toISOString()) })}</p>
}
