import { useState, useSyncExternalStore } from 'react'
import { deviceIsAhead } from '../api/server-clock.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { useDates } from '../preferences/use-dates.ts'
import { presentTime } from '../../contract/rules/present.ts'
import * as styles from './clock-notice.module.css'

/** The clock of a device may be off by this much without a notice, in milliseconds. */
const tolerated = 2 * 60_000

let isDismissed = false

/**
 * Warns next to a time field that this device's clock is wrong, and tells which time counts instead, because people
 * would copy the wrong time from the device. Renders nothing if the clock is right, or after it was dismissed on this
 * page.
 */
export function ClockNotice() {
  const t = useT()
  const dates = useDates()
  const [isHidden, setHidden] = useState(isDismissed)
  const off = useSyncExternalStore(everyFewSeconds, minutesOff)
  if (isHidden || Math.abs(off) * 60_000 < tolerated) return null
  return (
    <Alert tone="notice">
      <div className={styles.notice}>
        <span>
          {t(off > 0 ? 'shell:clockFast' : 'shell:clockSlow', { time: dates.instant(presentTime().toISOString()) })}
        </span>
        <Button
          variant="quiet"
          onClick={() => {
            isDismissed = true
            setHidden(true)
          }}
        >
          {t('shell:clockDismiss')}
        </Button>
      </div>
    </Alert>
  )
}

/** The whole minutes by which the device is ahead; 0 while that is unknown. */
function minutesOff(): number {
  return Math.trunc((deviceIsAhead() ?? 0) / 60_000)
}

function everyFewSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 5000)
  return () => clearInterval(timer)
}
