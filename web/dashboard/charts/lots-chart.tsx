import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { mostInChart } from '../../../contract/dashboard/charts.ts'
import { useNow } from '../../ui/use-now.ts'
import { invalidShare, lotsQuery, shownForLots, type Lot } from '../lots.ts'
import type { Shown } from '../queries.ts'
import { BarRows } from './bar-rows.tsx'
import { ChartCard } from './chart-card.tsx'
import { fillOf } from './result-fills.tsx'
import { useChartWords } from './words.ts'
import * as styles from './charts.module.css'

/** The invalid share of each lot beside that of the other lots of its assay. Conspicuous lots come first. */
export function LotsChart({ shown: chosen }: { shown: Shown }) {
  const words = useChartWords()
  const { t, number, share, days } = words
  const shown = shownForLots(chosen, useNow())
  const answered = useQuery(lotsQuery(shown))
  const title = t('charts:lots.title')
  const ofLot = ({ assay, lot }: Lot) => ({ ...shown, assay: assay.id, lot })
  const data = answered.data?.data
  return (
    <ChartCard
      title={title}
      about={[aboutCompared(data?.compared), data?.isCapped && t('charts:capped', { number: mostInChart })]
        .filter(Boolean)
        .join(' ')}
      height={240}
      answered={{ ...answered, data }}
      emptyBecause={({ lots }) => (lots.length === 0 ? <p>{t('charts:lots.none')}</p> : undefined)}
      fileName={t('charts:lots.file')}
      table={({ lots, isCapped }) => ({
        caption: t('charts:caption', { chart: title, days: days(shown) }),
        columns: [
          { title: t('charts:lots.one'), isNumber: false },
          { title: t('charts:assays.one'), isNumber: false },
          { title: t('charts:tests'), isNumber: true },
          { title: t('results:invalid'), isNumber: true },
          { title: t('charts:invalidShare'), isNumber: true },
          { title: t('charts:lots.elsewhere'), isNumber: true },
          { title: t('charts:lots.standsOut'), isNumber: false },
        ],
        rows: lots.map((lot) => ({
          key: `${lot.assay.id} ${lot.lot}`,
          cells: [
            { text: lot.lot, value: lot.lot },
            { text: lot.assay.name, value: lot.assay.name },
            words.countCell(lot.total, ofLot(lot)),
            words.countCell(lot.invalid, { ...ofLot(lot), result: 'invalid' }),
            words.shareCell(invalidShare(lot)),
            words.shareCell(lot.elsewhere.total === 0 ? undefined : invalidShare(lot.elsewhere)),
            { text: lot.standsOut ? t('lists:yes') : '', value: lot.standsOut ? t('lists:yes') : t('lists:no') },
          ],
        })),
        ...(!isCapped && { sums: sumsOf(lots) }),
      })}
    >
      {({ lots }) => (
        <BarRows
          label={title}
          heads={[t('results:invalid'), t('charts:share'), t('charts:lots.elsewhere')]}
          rows={lots.map((lot) => ({
            key: `${lot.assay.id} ${lot.lot}`,
            name: (
              <>
                {lot.standsOut && <IconAlertTriangle size={16} aria-hidden className={styles.mark} />}
                <span>{lot.lot}</span>
              </>
            ),
            detail: lot.assay.name,
            bar: (
              <svg className={styles.bar} width="100%" height="14" aria-hidden>
                <rect width="100%" height="14" rx="3" className={styles.room} />
                <rect width={`${100 * invalidShare(lot)}%`} height="14" rx="3" fill={fillOf('invalid')} />
              </svg>
            ),
            figures: [
              t('charts:of', { number: lot.invalid, total: lot.total }),
              share(invalidShare(lot)),
              lot.elsewhere.total === 0 ? '–' : share(invalidShare(lot.elsewhere)),
            ],
            list: ofLot(lot),
            spoken: [
              t('dashboard:notice.spoken', {
                lot: lot.lot,
                assay: lot.assay.name,
                invalid: number(lot.invalid),
                count: lot.total,
              }),
              ...(lot.standsOut ? [t('charts:lots.standsOut')] : []),
            ].join(', '),
          }))}
        />
      )}
    </ChartCard>
  )

  function aboutCompared(count: number | undefined): string {
    if (count === 0) return t('dashboard:notice.nothing')
    return count === undefined ? days(shown) : t('charts:lots.about', { count, days: days(shown) })
  }

  function sumsOf(lots: readonly Lot[]) {
    const all = lots.reduce(
      (sum, { total, invalid }) => ({ total: sum.total + total, invalid: sum.invalid + invalid }),
      { total: 0, invalid: 0 },
    )
    const none = { text: '', value: '' }
    // No list shows exactly the tests of all lots, because a list also has tests without a lot.
    const counts = [words.countCell(all.total, undefined), words.countCell(all.invalid, undefined)]
    return [{ text: t('charts:all'), value: '' }, none, ...counts, words.shareCell(invalidShare(all)), none, none]
  }
}
