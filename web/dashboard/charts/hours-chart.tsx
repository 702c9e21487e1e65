import { totalOf, type ResultCounts } from '../../../contract/rules/results.ts'
import { useQuery } from '@tanstack/react-query'
import { scaleQuantize } from 'd3-scale'
import type { getDashboardHours } from '../../../contract/dashboard/charts.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { ownZone } from '../../browser.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { Shown } from '../queries.ts'
import { ChartCard } from './chart-card.tsx'
import { hoursQuery } from './chart-queries.ts'
import { MarkLink } from './mark-link.tsx'
import { useRoving } from './roving.ts'
import { useChartWords } from './words.ts'
import * as styles from './hours-chart.module.css'

type Hours = Reply<typeof getDashboardHours>['data']

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const shades = [1, 2, 3, 4, 5] as const

/** The times of tests within the week, by a clock in the browser's zone: a cell for each hour of each weekday. */
export function HoursChart({ shown }: { shown: Shown }) {
  const words = useChartWords()
  const { t, days, dates } = words
  const answered = useQuery(hoursQuery(shown))
  const title = t('charts:hours.title')
  const own = ownZone()
  const zone = dates.zone(own)
  const weekdayNames = namesOfWeekdays(words.language, 'long')
  const listOf = (weekday: number, hour: number) => ({ ...shown, weekday, hour, zone: own })
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
              { text: weekdayNames[weekday] ?? '', value: weekday },
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

/** The hours are columns; on a phone, which is narrow and tall, the weekdays are. */
function HeatMap({ data, listOf, label }: HeatMapProps) {
  const words = useChartWords()
  const { t, language } = words
  const isTurned = useMediaQuery('(max-width: 767px)')
  const countsAt = new Map(data.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.counts]))
  const most = Math.max(...data.map(({ counts }) => totalOf(counts)))
  const shadeOf = scaleQuantize<number>([0, most], shades)
  const placeOf = (weekday: number, hour: number) =>
    isTurned ? { row: hour, column: weekday } : { row: weekday, column: hour }
  const inOrder = weekdays
    .flatMap((weekday) => hours.map((hour) => ({ weekday, hour, ...placeOf(weekday, hour) })))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  const { around, mark } = useRoving(inOrder.filter(({ weekday, hour }) => countsAt.has(`${weekday} ${hour}`)))
  const [long, short] = [namesOfWeekdays(language, 'long'), namesOfWeekdays(language, 'short')]

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
            {short[weekday]}
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
            const key = `${weekday} ${hour}`
            const counts = countsAt.get(key)
            const at = isTurned
              ? { gridColumn: weekday + 1, gridRow: hour + 2 }
              : { gridColumn: hour + 2, gridRow: weekday + 1 }
            return counts === undefined ? (
              <li key={key} className={styles.none} style={at} aria-hidden />
            ) : (
              <li key={key} style={at}>
                <HourLink
                  name={`${long[weekday]} ${nameOfHour(hour)}`}
                  counts={counts}
                  list={listOf(weekday, hour)}
                  shade={shadeOf(totalOf(counts))}
                  isTight={most > 999}
                  words={words}
                  mark={mark({ row, column })}
                />
              </li>
            )
          })}
        </ul>
      </div>
      <p className={styles.scale} aria-hidden>
        <span>{t('charts:hours.fewer')}</span>
        {shades.map((shade) => (
          <span key={shade} className={styles.shade} data-shade={shade} />
        ))}
        <span>{t('charts:hours.more', { number: most })}</span>
      </p>
    </>
  )
}

interface HourLinkProps {
  name: string
  counts: ResultCounts
  list: Shown
  shade: number
  isTight: boolean
  words: ReturnType<typeof useChartWords>
  mark: ReturnType<ReturnType<typeof useRoving>['mark']>
}

/** A component of its own, so that the browser can do other work between two of the 168 links. */
function HourLink({ name, counts, list, shade, isTight, words, mark }: HourLinkProps) {
  const total = totalOf(counts)
  return (
    <MarkLink
      list={list}
      {...mark}
      className={styles.cell}
      data-shade={shade}
      data-tight={isTight || undefined}
      title={words.number(total)}
    >
      <span className="visually-hidden">{words.inWords(name, counts)}</span>
      <span aria-hidden>{shortly(total, words.language)}</span>
    </MarkLink>
  )
}

/** The names of the weekdays in a language, from 1, Monday, to 7. */
function namesOfWeekdays(language: string, length: 'long' | 'short'): Record<number, string> {
  const names = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Object.fromEntries(weekdays.map((weekday) => [weekday, names.format(Date.UTC(2024, 0, weekday))]))
}

/** An hour, such as 09:00–10:00. */
function nameOfHour(hour: number): string {
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  return `${clock(hour)}–${clock(hour + 1)}`
}

/** A count that fits into a cell: thousands are abbreviated. */
function shortly(count: number, language: string): string {
  return count < 1000
    ? String(count)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 2 }).format(count)
}
