import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { presentTime } from '../../contract/rules/present.ts'
import { tenantsAddress } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Button } from '../ui/button.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { changePlace, leaveRecords } from './entry-queries.ts'
import * as styles from './entry-banner.module.css'

/** Shown above every page while an operator reads a tenant's records: whose they are, for how long, and a way out. */
export function EntryBanner({ endsAt }: { endsAt: string }) {
  const t = useT()
  const dates = useDates()
  const { tenant } = useUser()
  const [isLeaving, setLeaving] = useState(false)
  const minutes = useMinutesUntil(endsAt)
  return (
    <section className={styles.banner} aria-label={t('entry:banner.label')}>
      <IconEye size={20} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <span>{`${t('entry:banner.text', { tenant: tenant.name })} `}</span>
        <span className={styles.time}>
          {`${t('entry:banner.minutes', { count: minutes })}, ${t('entry:banner.until', { time: dates.timeOf(endsAt) })}`}
        </span>
      </p>
      <Button
        variant="default"
        isPending={isLeaving}
        onClick={() => {
          setLeaving(true)
          leaveRecords().catch(() => setLeaving(false))
        }}
      >
        {t('entry:leave')}
      </Button>
    </section>
  )
}

/** The whole minutes until an instant, counting down. At that instant the page becomes the operator's own again. */
function useMinutesUntil(at: string): number {
  const [left, setLeft] = useState(() => millisecondsUntil(at))
  // Time is outside React.
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(millisecondsUntil(at))
      if (millisecondsUntil(at) > 0) return
      clearInterval(timer)
      changePlace(tenantsAddress, say('errors:entry-ended'), 'notice')
    }, 1000)
    return () => clearInterval(timer)
  }, [at])
  return Math.max(1, Math.ceil(left / 60_000))
}

function millisecondsUntil(at: string): number {
  return Date.parse(at) - presentTime().getTime()
}
