import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayCorrectTests } from '../../../contract/permissions/can.ts'
import { results } from '../../../contract/rules/results.ts'
import type { AgreementOf, Agreements } from '../../../contract/test-records/agreement.ts'
import { languageTag } from '../../../contract/locales.ts'
import { ownZone } from '../../browser.ts'
import { Answer } from '../../loading/waiting.tsx'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useHolder } from '../../session/queries.ts'
import { latestMonths, type Months } from '../../ui/months.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useLocale, useT } from '../../ui/phrases.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'
import { ResultIcon } from '../../ui/result-badge.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { useMonthWords } from '../../ui/use-month-words.ts'
import * as tableStyles from '../../ui/data-table.module.css'
import { agreementQuery, monthsOf } from './agreement-query.ts'
import * as styles from './agreement-page.module.css'
import { DifferingReadings } from './differing-readings.tsx'

const choosable = 36

/** The agreement between two readers of the same tests: in percent and beyond chance, by reader, test kit and month. */
export function AgreementPage() {
  const t = useT()
  const months = monthsOf(useSearch({ from: '/logged-in/agreement' }))
  const agreements = useQuery(agreementQuery(months))
  const maySettle = mayCorrectTests(useHolder())
  const dates = useDates()
  return (
    <Page title={t('shell:page.agreement')} actions={<MonthsSelect months={months} />}>
      <p className={styles.help}>{t('secondReadings:agreement.intro')}</p>
      <p className={styles.help}>{t('secondReadings:agreement.clock', { zone: dates.zone(dates.ownZone) })}</p>
      {maySettle && <DifferingReadings />}
      <Answer
        query={agreements}
        waiting={<RowSkeletons rows={6} label={t('secondReadings:agreement.loading')} />}
        failed={t('secondReadings:agreement.failed')}
      >
        {({ data }) => (
          <div aria-busy={agreements.isPlaceholderData}>
            <Everything agreements={data} />
          </div>
        )}
      </Answer>
    </Page>
  )
}

/**
 * The first and the last month. Choosing an end before the start, or a start after the end, chooses that month alone.
 */
function MonthsSelect({ months }: { months: Months }) {
  const t = useT()
  const navigate = useNavigate()
  const monthWords = useMonthWords()
  const latest = latestMonths(choosable, ownZone())
  const offered = [...new Set([...latest, months.from, months.to])].toSorted().toReversed()
  const choose = (name: keyof Months, month: string) => {
    const next = { ...months, [name]: month }
    const one = next.from > next.to ? { from: month, to: month } : next
    void navigate({ ...paths.agreement(one), replace: true })
  }
  return (
    <div className={styles.months}>
      {(['from', 'to'] as const).map((name) => (
        <PlainSelect
          key={name}
          aria-label={t(`secondReadings:agreement.${name}`)}
          value={months[name]}
          onChange={({ currentTarget }) => choose(name, currentTarget.value)}
        >
          {offered.map((month) => (
            <option key={month} value={month}>
              {monthWords(month)}
            </option>
          ))}
        </PlainSelect>
      ))}
    </div>
  )
}

function Everything({ agreements }: { agreements: Agreements }) {
  const t = useT()
  const monthWords = useMonthWords()
  const { overall, readers, assays, months, seen } = agreements
  const left = seen > 0 && <p className={styles.help}>{t('secondReadings:agreement.seen', { count: seen })}</p>
  if (overall.total === 0) {
    return (
      <>
        <Notice title={t('secondReadings:agreement.none')} text={t('secondReadings:agreement.noneText')} />
        {left}
      </>
    )
  }
  return (
    <>
      <div className={styles.figures}>
        <Overall overall={overall} />
        <Pairs counts={overall.counts} />
      </div>
      {left}
      <Table
        title={t('secondReadings:agreement.readers')}
        note={t('secondReadings:agreement.readersHelp')}
        first={t('secondReadings:agreement.reader')}
        // Readers who have left may have neither name nor id.
        rows={readers.map((one, at) => ({ ...one, key: String(at), label: one.name ?? t('lists:unknownPerson') }))}
      />
      <Table
        title={t('secondReadings:agreement.assays')}
        first={t('fields:assayId')}
        rows={assays.map((one) => ({ ...one, key: one.id, label: one.name }))}
      />
      <Table
        title={t('secondReadings:agreement.months')}
        first={t('secondReadings:agreement.month')}
        rows={months.map((one) => ({ ...one, key: one.month, label: monthWords(one.month) }))}
      />
    </>
  )
}

function Overall({ overall }: { overall: AgreementOf }) {
  const t = useT()
  const { total, agreed, kappa } = overall
  const numbers = useNumbers()
  return (
    <>
      <section className={styles.card}>
        <h2 className={styles.name}>{t('secondReadings:agreement.same')}</h2>
        <p className={styles.figure}>{numbers.percent(overall)}</p>
        <p className={styles.help}>
          {t('secondReadings:agreement.of', { agreed: numbers.whole(agreed), count: total })}
        </p>
      </section>
      <section className={styles.card}>
        <h2 className={styles.name}>{t('secondReadings:agreement.kappa')}</h2>
        <p className={styles.figure}>
          {kappa === null ? t('secondReadings:agreement.undefined') : numbers.kappa(kappa)}
        </p>
        {kappa !== null && (
          <p>{t(`secondReadings:agreement.means.${strengthOf(kappa)}`, { kappa: numbers.kappa(kappa) })}</p>
        )}
        <p className={styles.help}>
          {t(kappa === null ? 'secondReadings:agreement.undefinedHelp' : 'secondReadings:agreement.kappaHelp')}
        </p>
      </section>
    </>
  )
}

/** How often each pair of results occurred. Agreeing pairs are tinted, and their position names them so. */
function Pairs({ counts }: Pick<AgreementOf, 'counts'>) {
  const t = useT()
  const numbers = useNumbers()
  return (
    <section className={styles.card}>
      <table className={styles.pairs}>
        <caption>{t('secondReadings:agreement.pairs')}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('secondReadings:agreement.first')}
            </th>
            <th scope="colgroup" colSpan={results.length}>
              {t('secondReadings:agreement.second')}
            </th>
          </tr>
          <tr>
            {results.map((result) => (
              <th key={result} scope="col">
                <ResultIcon result={result} size={16} />
                <span className={styles.headWord}>{` ${t(`results:${result}`)}`}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result, row) => (
            <tr key={result}>
              <th scope="row">
                <ResultIcon result={result} size={16} />
                <span>{` ${t(`results:${result}`)}`}</span>
              </th>
              {results.map((other, column) => (
                <td key={other} data-same={row === column || undefined}>
                  {numbers.whole(counts[row]?.[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TableProps {
  title: string
  note?: string
  first: string
  rows: readonly (AgreementOf & { key: string; label: string })[]
}

function Table({ title, note, first, rows }: TableProps) {
  const t = useT()
  const numbers = useNumbers()
  const cell = (value: ReactNode, room?: 'medium') => (
    <td className={styles.number} data-room={room}>
      {value}
    </td>
  )
  const head = (word: string, room?: 'medium') => (
    <th scope="col" className={styles.number} data-room={room}>
      {word}
    </th>
  )
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      {note !== undefined && <p className={styles.help}>{note}</p>}
      <div className={tableStyles.frame}>
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {head(t('secondReadings:agreement.tests'))}
              {/* Derivable columns are the first to go where there is little room. */}
              {head(t('secondReadings:agreement.agreed'), 'medium')}
              {head(t('secondReadings:agreement.share'))}
              {head(t('secondReadings:agreement.kappaShort'))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td className={styles.label}>{row.label}</td>
                {cell(numbers.whole(row.total))}
                {cell(numbers.whole(row.agreed), 'medium')}
                {cell(numbers.percent(row))}
                {cell(
                  row.kappa === null ? (
                    <span title={t('secondReadings:agreement.undefinedHelp')}>
                      {t('secondReadings:agreement.undefined')}
                    </span>
                  ) : (
                    numbers.kappa(row.kappa)
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The strength of a kappa as it is shown, in the words of Landis and Koch (1977). */
function strengthOf(kappa: number) {
  if (kappa < 0) return 'poor'
  if (shown(kappa) <= 0.2) return 'slight'
  if (shown(kappa) <= 0.4) return 'fair'
  if (shown(kappa) <= 0.6) return 'moderate'
  return shown(kappa) <= 0.8 ? 'substantial' : 'almost-perfect'
}

/** Formats a kappa with two decimals, rounded down, so that less than full agreement is never shown as full. */
const shown = (kappa: number) => Math.trunc(kappa * 100) / 100

/** Number formats of the reader's language. A share is rounded down, so that less than all is never shown as 100 %. */
function useNumbers() {
  const language = languageTag(useLocale())
  const write = (number: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(number)
  return {
    whole: (number: number) => write(number, {}),
    percent: ({ agreed, total }: Pick<AgreementOf, 'agreed' | 'total'>) =>
      write(Math.floor((agreed * 1000) / total) / 1000, { style: 'percent', maximumFractionDigits: 1 }),
    kappa: (kappa: number) => write(shown(kappa), { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  }
}
