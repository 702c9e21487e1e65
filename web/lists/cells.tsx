import type { ReactNode } from 'react'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './cells.module.css'

/** A less important second line in a table cell. Long text is cut short here; the row's own page shows all of it. */
export function SecondLine({ children, isLong = false }: { children: ReactNode; isLong?: boolean }) {
  return (
    <span className={styles.second} data-long={isLong || undefined}>
      {children}
    </span>
  )
}

/** Says by what of somebody who was merged into a subject a search found it; nothing if it was found by what is its own. */
export function Formerly({ name }: { name: string | null | undefined }) {
  const t = useT()
  return name ? <SecondLine>{t('lists:formerly', { name })}</SecondLine> : null
}

/**
 * Shows when something happened: as time ago within a day, with the full time on hover, for screen readers and on
 * paper. With `zone`, the time is shown by a clock in that zone, which is named when the reader's clock differs.
 */
export function Time({ at, zone }: { at: string; zone?: string }) {
  const dates = useDates()
  const other = zone === undefined ? undefined : dates.nameOfOther(zone, at)
  const full = dates.instant(at, zone)
  const ago = dates.ago(at)
  if (ago === undefined) {
    return (
      <>
        <time dateTime={at}>{full}</time>
        {other !== undefined && <SecondLine>{other}</SecondLine>}
      </>
    )
  }
  const whole = [full, other].filter(Boolean).join(', ')
  return (
    <time dateTime={at} title={whole}>
      <span aria-hidden className={styles.ago}>
        {ago}
      </span>
      <span className={`visually-hidden ${styles.whole}`}>{whole}</span>
    </time>
  )
}
