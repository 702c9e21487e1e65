import { usePreferences } from '../preferences/preferences.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useUser } from '../session/queries.ts'
import { PageMargins } from '../ui/page-margins.tsx'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import * as styles from './printed-head.module.css'

interface Props {
  /** What the pages belong to, which stands at the foot of each. */
  about: readonly (string | null | undefined)[]
  /** The name of these pages in the style sheet; left out for a page of the app that is printed as it stands. */
  page?: string
  /** True for a table that needs the paper's long side. */
  isWide?: boolean
  /** Who sends the paper, and other words of the head, one a line. */
  lines?: readonly string[]
}

/** The head of a paper, as lists have it: the logo, whose it is, and who printed it and when. It is visible only on paper. */
export function PrintedHead({ about, page, isWide, lines = [] }: Props) {
  const t = useT()
  const dates = useDates()
  const now = dates.instant(useNow().toISOString())
  const { fullName } = useUser()
  const { logos, name, productName } = usePreferences()
  return (
    <>
      <PageMargins page={page} isWide={isWide} text={[name, ...about.filter(Boolean), now].join(' · ')} />
      <header className={styles.head} aria-hidden>
        {logos.light !== null && <img src={logos.light} alt="" className={styles.logo} />}
        <p>{productName === name ? name : `${name} · ${productName}`}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{t('lists:print.by', { name: fullName, time: now, zone: dates.zone(dates.ownZone) })}</p>
      </header>
    </>
  )
}
