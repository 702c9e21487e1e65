import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { invalidShare, lotsQuery, shownForLots, type Lots } from './lots.ts'
import type { Shown } from './queries.ts'
import { useShare } from './share.ts'
import { useDaysInWords } from './use-days-in-words.ts'
import * as styles from './lots-notice.module.css'

/** At most this many lots are named; the chart of lots has the others. */
const mostNamed = 3

/**
 * Names above all figures the lots with more invalid tests than chance explains, because people with such a lot must
 * stop using it. It also states that there is no such lot, so that nothing moves when the answer comes.
 */
export function LotsNotice({ shown: chosen }: { shown: Shown }) {
  const t = useT()
  const shown = shownForLots(chosen, useNow())
  const { data, isError } = useQuery(lotsQuery(shown))
  const standing = data?.data.lots.filter(({ standsOut }) => standsOut) ?? []
  const Icon = standing.length > 0 ? IconAlertTriangle : IconCircleCheck
  return (
    <section
      className={styles.notice}
      data-warns={standing.length > 0 || undefined}
      aria-label={t('dashboard:notice.label')}
      aria-busy={data === undefined && !isError}
    >
      {data !== undefined && (
        <>
          {data.data.compared > 0 && <Icon size={20} aria-hidden className={styles.icon} />}
          <Said data={data.data} standing={standing} shown={shown} />
        </>
      )}
      {isError && data === undefined && <p className={styles.how}>{t('dashboard:notice.failed')}</p>}
    </section>
  )
}

function Said({ data, standing, shown }: { data: Lots; standing: Lots['lots']; shown: Shown }) {
  const t = useT()
  const share = useShare()
  const days = useDaysInWords()
  const number = (value: number) => t('shell:number', { number: value })
  if (data.compared === 0) return <p className={styles.how}>{t('dashboard:notice.nothing')}</p>
  const others = standing.length - mostNamed
  return (
    <div className={styles.said}>
      {standing.length === 0 ? (
        <p className={styles.lot}>{t('dashboard:notice.none')}</p>
      ) : (
        <ul className={styles.lots}>
          {standing.slice(0, mostNamed).map((lot) => (
            <li key={`${lot.assay.id} ${lot.lot}`} className={styles.lot}>
              <b>{t('dashboard:notice.lot', { lot: lot.lot })}</b>
              <span> </span>
              <Link
                {...paths.testRecords({ ...shown, assay: lot.assay.id, lot: lot.lot, result: 'invalid' })}
                aria-label={t('dashboard:notice.spoken', {
                  lot: lot.lot,
                  assay: lot.assay.name,
                  invalid: number(lot.invalid),
                  count: lot.total,
                })}
              >
                {t('dashboard:notice.invalid', { invalid: number(lot.invalid), count: lot.total })}
              </Link>
              <span>
                {t('dashboard:notice.elsewhere', { share: share(invalidShare(lot.elsewhere)), assay: lot.assay.name })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.how}>
        {others > 0 && <span>{`${t('dashboard:notice.more', { count: others })} `}</span>}
        <span>{t('dashboard:notice.compared', { count: data.compared, days: days(shown) })}</span>
      </p>
    </div>
  )
}
