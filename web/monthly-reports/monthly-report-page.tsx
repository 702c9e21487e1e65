import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { toDataValues, type ValuePlace } from '../../contract/monthly-reports/data-values.ts'
import type { ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { mayKeepReportCodes } from '../../contract/permissions/can.ts'
import { languageTag } from '../../contract/locales.ts'
import { fileTypes, type FileFormat } from '../../contract/listing.ts'
import { failureWords } from '../api/failure-words.ts'
import { ownZone } from '../browser.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { FileMenu } from '../lists/file-menu.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PlaceFilter } from '../lists/place-filter.tsx'
import { PrintedHead } from '../lists/printed-head.tsx'
import { csvOf } from '../lists/table-of-figures.ts'
import { Answer } from '../loading/waiting.tsx'
import { paths, type MonthlyReportSearch } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { latestMonths } from '../ui/months.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'
import { ResultBadge } from '../ui/result-badge.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { useMonthWords } from '../ui/use-month-words.ts'
import * as styles from './monthly-report-page.module.css'
import { makeDataValueSet, monthlyReportQuery, monthOf } from './queries.ts'
import { agesIn, fileOfReport, linesOf } from './report-table.ts'

const choosable = 36

/** The tests of a month as a ministry asks for them: by place, test kit, result, age group and sex. */
export function MonthlyReportPage() {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/monthly-report' })
  const month = monthOf(search)
  const inWords = useMonthWords()
  const report = useQuery(monthlyReportQuery(search))
  const write = useNumbers()
  const rows = report.data?.data.rows ?? []
  const total = totalOf(rows)
  const place = placeOf(search, rows)
  const show = (change: MonthlyReportSearch) =>
    void navigate({ ...paths.monthlyReport({ ...search, ...change }), replace: true })
  return (
    <>
      <Page
        title={t('shell:page.monthlyReport')}
        isDense
        {...(rows.length > 0 && {
          detail: t('monthlyReports:count', { count: total, number: write(total) }),
          actions: <ExportMenu rows={rows} month={month} />,
        })}
      >
        <div className={styles.choices}>
          <MonthSelect month={month} onChoose={(chosen) => show({ month: chosen })} />
          <PlaceFilter place={search} kinds={['organisation', 'group']} onChange={show} />
        </div>
        <PrintedHead
          about={[t('shell:page.monthlyReport'), inWords(month), place]}
          lines={[inWords(month), ...(place === undefined ? [] : [place])]}
        />
        <Answer
          query={report}
          waiting={<RowSkeletons rows={8} label={t('monthlyReports:loading')} />}
          failed={t('monthlyReports:failed')}
        >
          {({ data }) => (
            <div aria-busy={report.isPlaceholderData}>
              {data.rows.length === 0 ? (
                <>
                  <Notice title={t('monthlyReports:none')} text={t('monthlyReports:noneText')} />
                  {/* What an earlier file counted is taken back. */}
                  {data.made.length > 0 && <ForDhis2 {...data} month={month} search={search} />}
                </>
              ) : (
                <Report {...data} month={month} search={search} />
              )}
            </div>
          )}
        </Answer>
        <Introduction>
          <p>{t('monthlyReports:intro')}</p>
          <p>{t('monthlyReports:clock')}</p>
        </Introduction>
      </Page>
      <Outlet />
    </>
  )
}

function MonthSelect({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const t = useT()
  const inWords = useMonthWords()
  const offered = [...new Set([...latestMonths(choosable, ownZone()), month])].toSorted().toReversed()
  return (
    <PlainSelect
      aria-label={t('monthlyReports:month')}
      value={month}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {inWords(one)}
        </option>
      ))}
    </PlainSelect>
  )
}

interface ReportProps {
  rows: readonly ReportRow[]
  codes: readonly ReportCode[]
  /** What earlier files for DHIS2 counted. */
  made: readonly ValuePlace[]
  month: string
  search: MonthlyReportSearch
}

/** Saves the tables of all places as one file. */
function ExportMenu({ rows, month }: Pick<ReportProps, 'rows' | 'month'>) {
  const t = useT()
  const { patterns } = useDates()
  const title = `${t('shell:page.monthlyReport')} ${month}`

  async function save(format: FileFormat): Promise<void> {
    const file = fileOfReport(rows, month, title)
    const name = `${t('monthlyReports:fileName')}-${month}.${format}`
    if (format === 'csv') return saveFile(new Blob([csvOf(file)], { type: fileTypes.csv }), name)
    const { workbookOf } = await import('../lists/workbook-of-figures.ts')
    saveFile(workbookOf(file, { title, formats: patterns }), name)
  }

  return (
    <FileMenu
      buttonClass={buttonClass('default')}
      onChoose={(format) => void save(format)}
      button={
        <>
          <IconDownload size={18} aria-hidden />
          <span data-roomy>{t('lists:file.export')}</span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    />
  )
}

function Report({ rows, codes, made, month, search }: ReportProps) {
  const places = [...Map.groupBy(rows, ({ group }) => group.id).values()]
  return (
    <>
      {places.map((ofPlace) => (
        <OfPlace key={ofPlace[0]?.group.id} rows={ofPlace} month={month} isOpen={places.length === 1} />
      ))}
      <ForDhis2 rows={rows} codes={codes} made={made} month={month} search={search} />
    </>
  )
}

/** The tests of one place; only its total is in sight until it is opened, unless it is the only place. */
function OfPlace({ rows, month, isOpen }: Pick<ReportProps, 'rows' | 'month'> & { isOpen: boolean }) {
  const t = useT()
  const write = useNumbers()
  const [first] = rows
  if (first === undefined) return null
  const { group, organisation } = first
  const ages = agesIn(rows)
  const tellsSex = rows.some(({ sex }) => sex !== 'unknown')
  const total = totalOf(rows)
  return (
    <details className={styles.place} open={isOpen}>
      <summary>
        <IconChevronRight size={16} aria-hidden className={styles.mark} />
        <span className={styles.name}>{group.name}</span>
        <span className={styles.of}>{organisation.name}</span>
        <span className={styles.tests}>{t('monthlyReports:count', { count: total, number: write(total) })}</span>
      </summary>
      <div className={styles.frame}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('monthlyReports:table', { place: group.name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('fields:assayId')}</th>
              <th scope="col">{t('monthlyReports:result')}</th>
              {tellsSex && <th scope="col">{t('monthlyReports:sex')}</th>}
              {ages.map((age) => (
                <th key={age} scope="col" data-number>
                  {t(`monthlyReports:age.${age}`)}
                </th>
              ))}
              <th scope="col" data-number>
                {t('monthlyReports:tests')}
              </th>
            </tr>
          </thead>
          <tbody>
            {linesOf(rows).map(({ key, assay, result, sex, byAge, tests }) => (
              <tr key={key}>
                <th scope="row">{assay.name}</th>
                <td>
                  <ResultBadge result={result} />
                </td>
                {tellsSex && <td>{t(`monthlyReports:sex.${sex}`)}</td>}
                {ages.map((age) => (
                  <td key={age} data-number>
                    {write(byAge[age] ?? 0)}
                  </td>
                ))}
                <td data-number>{write(tests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Link {...paths.testRecords({ month, group: group.id })} className={styles.list}>
        {t('monthlyReports:show')}
      </Link>
    </details>
  )
}

/** The file for DHIS2, and what it does not count for want of ids. */
function ForDhis2({ rows, codes, made, month, search }: ReportProps) {
  const t = useT()
  const write = useNumbers()
  const holder = useHolder()
  const { set, leftOut, zeros } = toDataValues({ rows, codes, made }, month)
  const saving = useMutation({
    mutationFn: () => makeDataValueSet(search),
    onSuccess: (file) =>
      saveFile(
        new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }),
        `${t('monthlyReports:dhis2.fileName', { month })}.json`,
      ),
    onError: (error) => {
      const words = failureWords(error, { failed: 'monthlyReports:saveFailed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  const list = new Intl.ListFormat(languageTag(useLocale()))
  const named = (names: Iterable<string>) => list.format([...names])
  return (
    <div className={styles.dhis2}>
      <TitledCard title={t('monthlyReports:dhis2')} intro={t('monthlyReports:dhis2.intro')}>
        {/* A tenant without any id does not use DHIS2. */}
        {codes.length > 0 && leftOut.tests > 0 && (
          <div className={styles.left}>
            <p>{t('monthlyReports:left', { count: leftOut.tests, number: write(leftOut.tests) })}</p>
            <ul>
              {leftOut.places.size > 0 && (
                <li>{t('monthlyReports:left.places', { names: named(leftOut.places.values()) })}</li>
              )}
              {leftOut.kits.size > 0 && (
                <li>{t('monthlyReports:left.kits', { names: named(leftOut.kits.values()) })}</li>
              )}
              {leftOut.people.size > 0 && <li>{t('monthlyReports:left.people', { count: leftOut.people.size })}</li>}
            </ul>
          </div>
        )}
        {zeros > 0 && <p className={styles.left}>{t('monthlyReports:zeros', { count: zeros })}</p>}
        <div className={styles.ways}>
          {set.dataValues.length > 0 && (
            <Button variant="default" isPending={saving.isPending} onClick={() => saving.mutate()}>
              <IconDownload size={18} aria-hidden />
              <span>{t('monthlyReports:dhis2.save', { count: set.dataValues.length })}</span>
            </Button>
          )}
          {mayKeepReportCodes(holder) && (
            <FormLink target={paths.reportCodes(search)} variant="default">
              <span>{t('monthlyReports:codes')}</span>
            </FormLink>
          )}
        </div>
      </TitledCard>
    </div>
  )
}

/** The name of the place whose tests alone are counted; undefined for all places and for one without tests. */
function placeOf({ organisation, group }: MonthlyReportSearch, [first]: readonly ReportRow[]): string | undefined {
  if (first === undefined) return undefined
  if (group !== undefined) return `${first.group.name}, ${first.organisation.name}`
  return organisation === undefined ? undefined : first.organisation.name
}

function totalOf(rows: readonly ReportRow[]): number {
  return rows.reduce((sum, { tests }) => sum + tests, 0)
}

/** Returns a function that formats a whole number in the reader's language. */
function useNumbers(): (number: number) => string {
  const format = new Intl.NumberFormat(languageTag(useLocale()))
  return (number) => format.format(number)
}
