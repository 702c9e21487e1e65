import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { scaleQuantize } from 'd3-scale'
import type { getDashboardHours } from '../../../contract/dashboard/charts.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { paths } from '../../paths.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { Shown } from '../queries.ts'
import { ChartCard } from './chart-card.tsx'
import { hoursQuery, ownZone } from './chart-queries.ts'
import { useRoving } from './roving.ts'
import { totalOf } from './trend.ts'
import { useChartWords } from './words.ts'
import styles from './hours-chart.module.css'

type Hours = Reply<typeof getDashboardHours>['data']

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const shades = [1, 2, 3, 4, 5] as const

/** When in the week tests are performed, by a clock in the browser's zone: a cell for each hour of each weekday. */
export function HoursChart({ shown }: { shown: Shown }) {
  const words = useChartWords()
  const { t, days, dates } = words
  const answered = useQuery(hoursQuery(shown))
  const title = t('charts:hours.title')
  const zone = dates.zone(ownZone())
  const listOf = (weekday: number, hour: number) => ({ ...shown, weekday, hour, zone: ownZone() })
  return (
    <ChartCard
      title={title}
      about={t('charts:hours.about', { zone })}
      height={264}
      answered={{ ...answered, data: answered.data?.data }}
      emptyBecause={(data) => (data.length === 0 ? <p>{t('charts:none')}</p> : undefined)}
      fileName={t('charts:hours.file')}
      table={(data) => ({
        caption: t('charts:caption', { chart: t('charts:hours.in', { zone }), days: days(shown) }),
        columns: [
          { title: t('charts:hours.weekday'), isNumber: false },
          { title: t('charts:hours.hour'), isNumber: false },
          ...words.resultColumns,
        ],
        rows: data
          .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
          .map(({ weekday, hour, counts }) => ({
            key: `${weekday} ${hour}`,
            cells: [
              { text: nameOfWeekday(weekday, words.language), value: weekday },
              { text: nameOfHour(hour), value: hour },
              ...words.resultCells(counts, listOf(weekday, hour)),
            ],
          })),
        sums: words.sumCells(
          data.map(({ counts }) => counts),
          shown,
          [{ text: '', value: '' }],
        ),
      })}
    >
      {(data) => <HeatMap data={data} listOf={listOf} label={title} />}
    </ChartCard>
  )
}

interface HeatMapProps {
  data: Hours
  listOf: (weekday: number, hour: number) => Shown & { weekday: number; hour: number; zone: string }
  label: string
}

/** Hours lie beside each other; on a phone, which is narrow and high, weekdays do. */
function HeatMap({ data, listOf, label }: HeatMapProps) {
  const words = useChartWords()
  const { t, number, language } = words
  const isTurned = useMediaQuery('(max-width: 767px)')
  const countsAt = new Map(data.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.counts]))
  const totals = data.map(({ counts }) => totalOf(counts))
  const most = Math.max(...totals)
  const shadeOf = scaleQuantize<number>([0, most], shades)
  const placeOf = (weekday: number, hour: number) =>
    isTurned ? { row: hour, column: weekday } : { row: weekday, column: hour }
  const inOrder = weekdays
    .flatMap((weekday) => hours.map((hour) => ({ weekday, hour, ...placeOf(weekday, hour) })))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  const { around, mark } = useRoving(inOrder.filter(({ weekday, hour }) => countsAt.has(`${weekday} ${hour}`)))
  const isTight = most > 999

  return (
    <>
      <div className={styles.map} data-turned={isTurned || undefined}>
        {weekdays.map((weekday) => (
          <span
            key={weekday}
            className={styles.weekday}
            style={isTurned ? { gridColumn: weekday + 1, gridRow: 1 } : { gridColumn: 1, gridRow: weekday + 1 }}
            aria-hidden
          >
            {nameOfWeekday(weekday, language, 'short')}
          </span>
        ))}
        {hours.map((hour) => (
          <span
            key={hour}
            className={styles.hour}
            style={isTurned ? { gridColumn: 1, gridRow: hour + 2 } : { gridColumn: hour + 2, gridRow: 1 }}
            data-odd={hour % 3 > 0 || undefined}
            aria-hidden
          >
            {String(hour).padStart(2, '0')}
          </span>
        ))}
        <ul className={styles.cells} aria-label={label} {...around}>
          {inOrder.map(({ weekday, hour, row, column }) => {
            const counts = countsAt.get(`${weekday} ${hour}`)
            const total = counts === undefined ? 0 : totalOf(counts)
            const at = isTurned
              ? { gridColumn: weekday + 1, gridRow: hour + 2 }
              : { gridColumn: hour + 2, gridRow: weekday + 1 }
            return counts === undefined ? (
              <li key={`${weekday} ${hour}`} className={styles.none} style={at} aria-hidden />
            ) : (
              <li key={`${weekday} ${hour}`} style={at}>
                <Link
                  {...paths.testRecords(listOf(weekday, hour))}
                  {...mark({ row, column })}
                  className={styles.cell}
                  data-shade={shadeOf(total)}
                  data-tight={isTight || undefined}
                  title={number(total)}
                >
                  <span className="visually-hidden">
                    {words.inWords(`${nameOfWeekday(weekday, language)} ${nameOfHour(hour)}`, counts)}
                  </span>
                  <span aria-hidden>{shortly(total, language)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
      <p className={styles.scale} aria-hidden>
        {t('charts:hours.fewer')}
        {shades.map((shade) => (
          <span key={shade} className={styles.shade} data-shade={shade} />
        ))}
        {t('charts:hours.more', { number: most })}
      </p>
    </>
  )
}

/** A weekday, from 1, Monday, to 7, in a language. */
function nameOfWeekday(weekday: number, language: string, length: 'long' | 'short' = 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
}

/** An hour, as 09:00–10:00. */
function nameOfHour(hour: number): string {
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  return `${clock(hour)}–${clock(hour + 1)}`
}

/** A count that fits into a cell: from a thousand on in thousands. */
function shortly(count: number, language: string): string {
  return count < 1000
    ? String(count)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 2 }).format(count)
}
