import { languageTag } from '../../contract/locales.ts'
import type { OutbreakDetails } from '../../contract/outbreaks/outbreak.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './outbreaks.module.css'

/** The cases of each day from the first to the last, as columns; each says its day and number. */
export function Curve({ days: counted }: Pick<OutbreakDetails, 'days'>) {
  const t = useT()
  const dates = useDates()
  const language = languageTag(useLocale())
  const days = everyDay(counted)
  const most = Math.max(1, ...days.map(({ cases }) => cases))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <div className={styles.curve}>
      <div className={styles.span}>
        <ol className={styles.columns} aria-label={t('outbreaks:curve')}>
          {days.map(({ day, cases: count }) => (
            <li key={day} title={t('outbreaks:curveText', { count, day: dates.day(day) })}>
              <span className="visually-hidden">{t('outbreaks:curveText', { count, day: dates.day(day) })}</span>
              <span aria-hidden className={styles.figure}>
                {count === 0 ? '' : count.toLocaleString(language)}
              </span>
              <span aria-hidden className={styles.bar} style={{ height: `${(80 * count) / most}px` }} />
            </li>
          ))}
        </ol>
        <p className={styles.ends} aria-hidden>
          <span>{dates.day(first.day)}</span>
          {last.day !== first.day && <span>{dates.day(last.day)}</span>}
        </p>
      </div>
    </div>
  )
}

/** Every day from the first to the last of these, also those without a case. */
export function everyDay(counted: OutbreakDetails['days']): OutbreakDetails['days'] {
  const [first, last] = [counted[0]?.day, counted.at(-1)?.day]
  if (first === undefined || last === undefined) return []
  const casesOn = new Map(counted.map(({ day, cases }) => [day, cases]))
  const days: { day: string; cases: number }[] = []
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= Date.parse(`${last}T00:00:00Z`); at += 24 * 60 * 60 * 1000) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, cases: casesOn.get(day) ?? 0 })
  }
  return days
}
