import type { ReactNode } from 'react'
import { useDates } from '../shell/use-dates.ts'
import styles from './cells.module.css'

/** What goes with the line above it in a cell, and matters less. Of a long text the page of the row has the rest. */
export function SecondLine({ children, isLong = false }: { children: ReactNode; isLong?: boolean }) {
  return (
    <span className={styles.second} data-long={isLong || undefined}>
      {children}
    </span>
  )
}

/**
 * When something happened: within a day how long ago, with the full time on hover, to screen readers and on paper. With `zone`, the
 * time is that of a clock there, whose zone is named where the reader's clock differs.
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
