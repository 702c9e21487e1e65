import { useEffect, useState } from 'react'
import { presentTime } from '../../contract/rules/present.ts'
import { notify, playSound } from '../ui/sound-and-notifications.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import type { loadReadyTimes } from '../session/ready-times.ts'
import { useDates } from '../preferences/use-dates.ts'

/**
 * Announces ready tests after the session has ended for being idle, for people who had alerts on. It knows only the
 * times and sends no requests, so it also announces a test that a colleague has read in the meantime.
 */
export function ReadyAfterSession({ times }: { times: ReturnType<typeof loadReadyTimes> }) {
  const t = useT()
  const dates = useDates()
  // A test that was ready before this page was loaded is shown without an announcement.
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
