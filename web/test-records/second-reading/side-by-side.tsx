import type { BothReadings } from '../../../contract/test-records/second-reading.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import * as styles from './side-by-side.module.css'

/**
 * Two readings, each with the reader and the time. If there are several lines, they follow below the overall result.
 */
export function SideBySide({ readings }: { readings: BothReadings }) {
  const t = useT()
  const dates = useDates()
  const { first, second } = readings
  const sides = [
    { ...first, title: t('secondReadings:both.first'), note: null, wasSeen: false },
    { ...second, title: t('secondReadings:both.second') },
  ]
  return (
    <dl className={styles.sides}>
      {sides.map(({ title, result, analyteResults, by, at, note, wasSeen }) => (
        <div key={title} className={styles.side}>
          <dt>{title}</dt>
          <dd>
            <ResultBadge result={result} />
            {analyteResults.length > 1 && (
              <ul className={styles.lines}>
                {analyteResults.map((line) => (
                  <li key={line.analyteId}>{`${line.analyteName}: ${t(`results:${line.result}`)}`}</li>
                ))}
              </ul>
            )}
            <p>
              {t('secondReadings:both.by', {
                name: by?.name ?? t('lists:unknownPerson'),
                time: dates.instant(at),
              })}
            </p>
            {wasSeen && <p>{t('secondReadings:both.seen')}</p>}
            {note !== null && <p>{note}</p>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
