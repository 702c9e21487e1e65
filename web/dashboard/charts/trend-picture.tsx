import { resultsByWeight, totalOf } from '../../../contract/rules/results.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { line, stack } from 'd3-shape'
import { fillOf } from './result-fills.tsx'
import { type Bar } from './trend.ts'
import * as styles from './trend-chart.module.css'

/** Heights in pixels: the bars, the room for the second panel's title, the line, and the labels of the days. */
const heights = { top: 8, bars: 176, between: 44, line: 72, days: 24 }
/** The most that a letter of a label takes, in pixels. */
const letterWidth = 7
const lineTop = heights.top + heights.bars + heights.between
export const pictureHeight = lineTop + heights.line + heights.days
/** The position of the second panel's title, from the top of the picture. */
export const lineTitleTop = heights.top + heights.bars + 12

interface Props {
  bars: readonly Bar[]
  width: number
  language: string
  nameOf: (bar: Bar) => string
  /** The index of the bar under the pointer. */
  active: number | undefined
}

/** The positions of a trend's bars in pixels: the scales that the picture and the links over it share. */
export function columnsOf(bars: readonly Bar[], width: number, language: string) {
  const most = Math.max(1, ...bars.map(({ counts }) => totalOf(counts)))
  const tests = scaleLinear([0, most], [heights.top + heights.bars, heights.top]).nice(4)
  const ticks = tests.ticks(4).filter(Number.isInteger)
  const longest = Math.max(4, ...ticks.map((tick) => tick.toLocaleString(language).length))
  const left = 12 + longest * letterWidth
  const x = scaleBand(
    bars.map(({ from }) => from),
    [left, width],
  )
    .paddingInner(bars.length > 40 ? 0.15 : 0.25)
    .paddingOuter(0.1)
  return { tests, ticks, x, left }
}

/**
 * Bars of tests, stacked by result, and below them the line of positivity. Hidden from screen readers, which use the
 * links over it and the table.
 */
export function TrendPicture({ bars, width, language, nameOf, active }: Props) {
  const { tests, ticks, x, left } = columnsOf(bars, width, language)
  const highest = Math.max(0.01, ...bars.map(({ positivity }) => positivity?.share ?? 0))
  const share = scaleLinear([0, highest], [lineTop + heights.line, lineTop]).nice(2)
  const centre = (bar: Bar) => (x(bar.from) ?? 0) + x.bandwidth() / 2
  const path = line<Bar>()
    .defined(({ positivity }) => positivity !== undefined)
    .x(centre)
    .y(({ positivity }) => share(positivity?.share ?? 0))
  const layers = stack<Bar, (typeof resultsByWeight)[number]>()
    .keys(resultsByWeight)
    .value(({ counts }, result) => counts[result])([...bars])
  const percent = (value: number) =>
    value.toLocaleString(language, { style: 'percent', maximumFractionDigits: highest < 0.05 ? 1 : 0 })
  const step = Math.ceil(bars.length / Math.max(2, Math.floor((width - left) / 72)))
  const pointed = active === undefined ? undefined : bars[active]

  return (
    <svg className={styles.picture} viewBox={`0 0 ${width} ${pictureHeight}`} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={tests(tick)} y2={tests(tick)} className={styles.grid} />
          <text x={left - 8} y={tests(tick)} className={styles.tick}>
            {tick.toLocaleString(language)}
          </text>
        </g>
      ))}
      {pointed && (
        <rect
          x={(x(pointed.from) ?? 0) - 2}
          width={x.bandwidth() + 4}
          y={0}
          height={lineTop + heights.line}
          className={styles.pointed}
        />
      )}
      {layers.map((layer) => (
        <g key={layer.key} fill={fillOf(layer.key)}>
          {layer.map(([from, to], index) => {
            const height = tests(from) - tests(to)
            const bar = bars[index]
            return height > 0 && bar !== undefined ? (
              <rect key={bar.from} x={x(bar.from)} y={tests(to)} width={x.bandwidth()} height={height} />
            ) : null
          })}
        </g>
      ))}
      {share.ticks(2).map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={share(tick)} y2={share(tick)} className={styles.grid} />
          <text x={left - 8} y={share(tick)} className={styles.tick}>
            {percent(tick)}
          </text>
        </g>
      ))}
      <path d={path([...bars]) ?? ''} className={styles.line} />
      {bars.map((bar, index) => {
        // A point without a neighbour would not be visible as a line.
        const isAlone = bars[index - 1]?.positivity === undefined && bars[index + 1]?.positivity === undefined
        return bar.positivity !== undefined && (isAlone || index === active) ? (
          <circle key={bar.from} cx={centre(bar)} cy={share(bar.positivity.share)} r={3.5} className={styles.point} />
        ) : null
      })}
      {bars.map((bar, index) =>
        index % step === 0 ? (
          <text
            key={bar.from}
            // The last bars are narrower than their labels, which end within the picture.
            x={Math.min(centre(bar), width - (nameOf(bar).length * letterWidth) / 2)}
            y={pictureHeight - 6}
            className={styles.day}
          >
            {nameOf(bar)}
          </text>
        ) : null,
      )}
    </svg>
  )
}
