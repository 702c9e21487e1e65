import type { ReadingCounts } from '../../../contract/dashboard/counts.ts'
import { daysBefore } from '../../ui/date-range.ts'
import type { Shown } from '../queries.ts'
import { BarRows } from './bar-rows.tsx'
import { ChartCard } from './chart-card.tsx'
import { useChartWords } from './words.ts'
import * as styles from './charts.module.css'

interface Readings {
  read: ReadingCounts
  before: ReadingCounts | null
}

const kinds = ['inTime', 'early', 'late'] as const
type Kind = (typeof kinds)[number]

/** The number of timed tests that were read in time, too early and too late, beside the previous range. */
export function ReadingChart({ shown, readings }: { shown: Shown; readings: Readings }) {
  const words = useChartWords()
  const { t, number, share, days } = words
  const title = t('charts:reading.title')
  const earlier = daysBefore(shown)
  // The list has no filter for tests that were read in time.
  const listOf = (kind: Kind, of: Shown) => (kind === 'inTime' ? undefined : { ...of, reading: kind })
  const all = (counts: ReadingCounts) => counts.inTime + counts.early + counts.late
  const change = (kind: Kind, { read, before }: Readings) => {
    if (before === null) return ''
    const by = read[kind] - before[kind]
    return by === 0 ? t('charts:reading.same') : `${by > 0 ? '+' : '−'}${number(Math.abs(by))}`
  }
  return (
    <ChartCard
      title={title}
      about={t('charts:reading.about')}
      height={160}
      answered={{ data: readings, isError: false, isFetching: false, refetch: () => undefined }}
      emptyBecause={({ read }) => (all(read) === 0 ? <p>{t('charts:reading.none')}</p> : undefined)}
      fileName={t('charts:reading.file')}
      table={({ read, before }) => ({
        caption: t('charts:caption', { chart: title, days: days(shown) }),
        columns: [
          { title: t('charts:reading.one'), isNumber: false },
          { title: t('charts:tests'), isNumber: true },
          { title: t('charts:share'), isNumber: true },
          ...(before ? [{ title: t('charts:reading.before'), isNumber: true }] : []),
        ],
        rows: kinds.map((kind) => ({
          key: kind,
          cells: [
            { text: t(`charts:reading.${kind}`), value: t(`charts:reading.${kind}`) },
            words.countCell(read[kind], listOf(kind, shown)),
            words.shareCell(read[kind] / all(read)),
            ...(before ? [words.countCell(before[kind], earlier && listOf(kind, { ...shown, ...earlier }))] : []),
          ],
        })),
        sums: [
          { text: t('charts:all'), value: '' },
          words.countCell(all(read), undefined),
          { text: '', value: '' },
          ...(before ? [words.countCell(all(before), undefined)] : []),
        ],
      })}
    >
      {(data) => (
        <BarRows
          label={title}
          heads={[t('charts:tests'), t('charts:share'), data.before ? t('charts:reading.change') : '']}
          rows={kinds.map((kind) => {
            const of = data.read[kind] / all(data.read)
            return {
              key: kind,
              name: t(`charts:reading.${kind}`),
              bar: (
                <svg className={styles.bar} width="100%" height="14" aria-hidden>
                  <rect width="100%" height="14" rx="3" className={styles.room} />
                  <rect width={`${of * 100}%`} height="14" rx="3" className={styles[kind]} />
                </svg>
              ),
              figures: [number(data.read[kind]), share(of), change(kind, data)],
              list: data.read[kind] > 0 ? listOf(kind, shown) : undefined,
              spoken: [
                t('charts:testsOf', { name: t(`charts:reading.${kind}`), count: data.read[kind] }),
                ...(data.before ? [t('charts:reading.wereBefore', { number: data.before[kind] })] : []),
              ].join(', '),
            }
          })}
        />
      )}
    </ChartCard>
  )
}
