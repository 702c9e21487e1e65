import { useEffect, useState } from 'react'
import { presentTime } from '../../contract/rules/present.ts'
import { notify, playSound } from '../test-records/running/alerts.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import type { loadReadyTimes } from './ready-times.ts'
import { useDates } from './use-dates.ts'

/**
 * Goes on saying that a test can be read after the session has ended for being idle, to whoever had switched that on. The times are
 * all that it knows; it asks the server nothing, so that a test that a colleague has read meanwhile is told of, too.
 */
export function ReadyAfterSession({ times }: { times: ReturnType<typeof loadReadyTimes> }) {
  const t = useT()
  const dates = useDates()
  // What was ready before this page was loaded is shown, and not said again.
  const [past, setPast] = useState(() => times.filter((time) => time <= presentTime().getTime()).length)
  const next = times[past]

  // Sounds, notifications and time are outside React.
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(
      () => {
        playSound()
        notify(t('session:ready.now'), `ready-${next}`)
        setPast(times.filter((time) => time <= Math.max(next, presentTime().getTime())).length)
      },
      Math.max(0, next - presentTime().getTime()),
    )
    return () => clearTimeout(timer)
  }, [next, times, t])

  return (
    <div role="status">
      <Alert tone="notice">
        {past > 0 && <div>{t('session:ready.now')}</div>}
        {next !== undefined && (
          <div>{t('session:ready.waiting', { time: dates.timeOf(new Date(next).toISOString()) })}</div>
        )}
      </Alert>
    </div>
  )
}
