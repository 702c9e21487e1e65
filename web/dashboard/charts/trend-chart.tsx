import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { results, sumOfCounts, totalOf } from '../../../contract/rules/results.ts'
import { daysOfMean } from '../../../contract/limits-and-times.ts'
import { daysOf } from '../../ui/date-range.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Shown } from '../queries.ts'
import { ChartCard } from './chart-card.tsx'
import { trendQuery } from './chart-queries.ts'
import { fillOf, ResultLegend } from './result-fills.tsx'
import { MarkLink } from './mark-link.tsx'
import { useRoving } from './roving.ts'
import type { TableOfFigures } from '../../lists/table-of-figures.ts'
import { columnsOf, lineTitleTop, pictureHeight, TrendPicture } from './trend-picture.tsx'
import { trendOf, type Bar, type CountsOfDay, type Trend } from './trend.ts'
import { useWidth } from './use-width.ts'
import { useChartWords } from './words.ts'
import * as styles from './trend-chart.module.css'

/** Tests over time, stacked by result, with positivity below. Each bar links to the tests of exactly its days. */
export function TrendChart({ shown }: { shown: Shown }) {
  const words = useChartWords()
  const { t, days } = words
  const { first: today = '' } = daysOf({ range: 'today' }, useNow())
  const answered = useQuery(trendQuery(shown))
  const trendIn = (data: CountsOfDay[]) => trendOf(data, shown, today)

  function emptyBecause(data: CountsOfDay[]) {
    const trend = trendIn(data)
    if (trend === undefined) return <p>{t('charts:trend.none')}</p>
    const [bar] = trend.bars
    if (bar === undefined || trend.bars.length > 1) return undefined
    const count = totalOf(bar.counts)
    return (
      <p>
        <MarkLink list={listOf(bar, shown)}>{t('charts:trend.oneDay', { count, day: days(bar) })}</MarkLink>
        <span>{` ${t('charts:trend.oneDayHelp')}`}</span>
      </p>
    )
  }

  function table(trend: Trend): TableOfFigures {
    const isDaily = trend.unit === 'day'
    return {
      caption: t('charts:caption', { chart: t(`charts:trend.${trend.unit}`), days: days(shown) }),
      columns: [
        { title: t(`charts:unit.${trend.unit}`), isNumber: false },
        ...words.resultColumns,
        ...(isDaily ? [{ title: t('charts:mean', { days: daysOfMean }), isNumber: true }] : []),
      ],
      rows: trend.bars.map((bar) => ({
        key: bar.from,
        cells: [
          { text: days(bar), value: bar.from === bar.to ? bar.from : `${bar.from}/${bar.to}` },
          ...words.resultCells(bar.counts, listOf(bar, shown)),
          ...(isDaily ? [words.shareCell(bar.positivity?.share)] : []),
        ],
      })),
      sums: [
        ...words.sumCells(
          trend.bars.map(({ counts }) => counts),
          shown,
        ),
        ...(isDaily ? [{ text: '', value: '' }] : []),
      ],
    }
  }

  return (
    <ChartCard
      title={t('charts:trend.title')}
      about={t('charts:positivityIs')}
      height={pictureHeight + 32}
      answered={{ ...answered, data: answered.data?.data }}
      emptyBecause={emptyBecause}
      // Without tests, neither the table nor the chart is drawn.
      table={(data) => table(trendIn(data) ?? { unit: 'day', bars: [] })}
      fileName={t('charts:trend.file')}
    >
      {(data) => <Chart trend={trendIn(data) ?? { unit: 'day', bars: [] }} shown={shown} />}
    </ChartCard>
  )
}

function listOf({ from, to }: Bar, shown: Shown) {
  return { ...shown, range: 'custom' as const, from, to }
}

function Chart({ trend, shown }: { trend: Trend; shown: Shown }) {
  const [ref, width] = useWidth()
  return (
    <>
      <ResultLegend counts={sumOfCounts(trend.bars.map(({ counts }) => counts))} />
      <div ref={ref} className={styles.chart} style={{ minHeight: pictureHeight }}>
        {width !== undefined && <Drawing trend={trend} shown={shown} width={width} />}
      </div>
    </>
  )
}

function Drawing({ trend: { unit, bars }, shown, width }: { trend: Trend; shown: Shown; width: number }) {
  const words = useChartWords()
  const { t, language } = words
  const [pointed, setPointed] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const active = pointed ?? focused
  const { x, left } = columnsOf(bars, width, language)
  const { around, mark } = useRoving(
    bars.flatMap(({ counts }, column) => (totalOf(counts) > 0 ? [{ row: 0, column }] : [])),
  )
  const shortDay = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...namesOf[unit] })
  return (
    <>
      <TrendPicture
        bars={bars}
        width={width}
        language={language}
        active={active}
        nameOf={({ from }) => shortDay.format(new Date(`${from}T00:00:00Z`))}
      />
      <p className={styles.lineTitle} style={{ top: `${(100 * lineTitleTop) / width}cqw` }}>
        <b>{t('charts:positivity')}</b>
        <span>{` ${t(unit === 'day' ? 'charts:trend.overSevenDays' : `charts:trend.per.${unit}`)}`}</span>
      </p>
      <ul className={styles.bars} aria-label={t(`charts:trend.${unit}`)} {...around}>
        {bars.map((bar, column) => {
          const { onFocus, ...place } = mark({ row: 0, column })
          return totalOf(bar.counts) === 0 ? null : (
            <li key={bar.from}>
              <BarLink
                bar={bar}
                shown={shown}
                words={words}
                {...place}
                style={{ left: x(bar.from), width: x.bandwidth() }}
                onFocus={() => {
                  onFocus()
                  setFocused(column)
                }}
                onBlur={() => setFocused(undefined)}
                onPointerEnter={() => setPointed(column)}
                onPointerLeave={() => setPointed(undefined)}
              />
            </li>
          )
        })}
      </ul>
      {active !== undefined && bars[active] !== undefined && (
        <Panel
          bar={bars[active]}
          isDaily={unit === 'day'}
          start={x(bars[active].from) ?? left}
          end={(x(bars[active].from) ?? left) + x.bandwidth()}
          width={width}
        />
      )}
    </>
  )
}

interface BarLinkProps extends Omit<ComponentProps<typeof MarkLink>, 'list'> {
  bar: Bar
  shown: Shown
  words: ReturnType<typeof useChartWords>
}

/** A component of its own, so that the browser can do other work between two of the 92 links. */
function BarLink({ bar, shown, words, ...rest }: BarLinkProps) {
  return <MarkLink list={listOf(bar, shown)} aria-label={words.inWords(words.days(bar), bar.counts)} {...rest} />
}

const namesOf = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const

/** In pixels. */
const panelWidth = 208

/** The figures of the bar under the pointer. The bar's link announces them to screen readers. */
function Panel(props: { bar: Bar; isDaily: boolean; start: number; end: number; width: number }) {
  const { bar, isDaily, start, end, width } = props
  const { t, days, number, share } = useChartWords()
  const place = end + panelWidth + 10 <= width ? { left: end + 10 } : { left: Math.max(0, start - panelWidth - 10) }
  return (
    <div className={styles.panel} style={{ ...place, width: panelWidth }} aria-hidden>
      <b>{days(bar)}</b>
      <dl>
        {results.map((result) => (
          <PanelRow
            key={result}
            name={t(`results:${result}`)}
            fill={fillOf(result)}
            value={number(bar.counts[result])}
          />
        ))}
        {bar.positivity !== undefined && (
          <>
            <dt style={{ gridColumn: '1 / 3' }}>
              {t(isDaily ? 'charts:mean' : 'charts:positivity', { days: daysOfMean })}
            </dt>
            <dd>{share(bar.positivity.share)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

function PanelRow({ name, fill, value }: { name: string; fill: string; value: string }) {
  return (
    <>
      <dt aria-hidden>
        <svg width="12" height="12">
          <rect width="12" height="12" rx="2" fill={fill} />
        </svg>
      </dt>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
