import { useEffect, useState } from 'react'
import { patienceMs } from '../api/patience.ts'
import * as styles from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'

/**
 * True once something has run for as long as most requests are waited for, so that the user should hear that it goes
 * on.
 */
export function useIsLong(isRunning: boolean): boolean {
  const [isLong, setLong] = useState(false)
  // Time is outside React.
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isRunning])
  return isLong
}

/** Tells that a slow operation is still under way, once it has taken long. */
export function StillUnderWay({ isRunning }: { isRunning: boolean }) {
  const t = useT()
  const isLong = useIsLong(isRunning)
  return (
    <p role="status" className={styles.hint}>
      {isLong && t('shell:stillUnderWay')}
    </p>
  )
}
