import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { toDataValues } from '../../contract/monthly-reports/data-values.ts'
import type { ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { mayKeepReportCodes } from '../../contract/permissions/can.ts'
import { languageTag } from '../../contract/locales.ts'
import { fileTypes, type FileFormat } from '../../contract/listing.ts'
import { ownZone } from '../browser.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { FileMenu } from '../lists/file-menu.tsx'
import { PlaceFilter } from '../lists/place-filter.tsx'
import { csvOf } from '../lists/table-of-figures.ts'
import { Answer } from '../loading/waiting.tsx'
import { paths, type MonthlyReportSearch } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import * as tableStyles from '../ui/data-table.module.css'
import { daysOfMonth, latestMonths } from '../ui/months.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'
import { ResultBadge } from '../ui/result-badge.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { useMonthWords } from '../ui/use-month-words.ts'
import * as styles from './monthly-report-page.module.css'
import { monthlyReportQuery, monthOf } from './queries.ts'
import { agesIn, fileOfReport, linesOf } from './report-table.ts'

const choosable = 36

/** The tests of a month as a ministry asks for them: by place, test kit, result, age group and sex. */
export function MonthlyReportPage() {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/monthly-report' })
  const month = monthOf(search)
  const report = useQuery(monthlyReportQuery(search))
  const show = (change: MonthlyReportSearch) =>
    void navigate({ ...paths.monthlyReport({ ...search, ...change }), replace: true })
  return (
    <>
      <Page
        title={t('shell:page.monthlyReport')}
        actions={
          <div className={styles.choices}>
            <MonthSelect month={month} onChoose={(chosen) => show({ month: chosen })} />
            <PlaceFilter place={search} kinds={['organisation', 'group']} onChange={show} />
          </div>
        }
      >
        <p className={styles.help}>{t('monthlyReports:intro')}</p>
        <Answer
          query={report}
          waiting={<RowSkeletons rows={8} label={t('monthlyReports:loading')} />}
          failed={t('monthlyReports:failed')}
        >
          {({ data }) => (
            <div aria-busy={report.isPlaceholderData}>
              {data.rows.length === 0 ? (
                <Notice title={t('monthlyReports:none')} text={t('monthlyReports:noneText')} />
              ) : (
                <Report rows={data.rows} codes={data.codes} month={month} search={search} />
              )}
            </div>
          )}
        </Answer>
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
  month: string
  search: MonthlyReportSearch
}

function Report({ rows, codes, month, search }: ReportProps) {
  const t = useT()
  const inWords = useMonthWords()
  const { patterns } = useDates()
  const write = useNumbers()
  const total = rows.reduce((sum, { tests }) => sum + tests, 0)
  const title = `${t('shell:page.monthlyReport')} ${month}`

  async function save(format: FileFormat): Promise<void> {
    const file = fileOfReport(rows, month, title)
    const name = `${t('monthlyReports:fileName')}-${month}.${format}`
    if (format === 'csv') return saveFile(new Blob([csvOf(file)], { type: fileTypes.csv }), name)
    const { workbookOf } = await import('../lists/workbook-of-figures.ts')
    saveFile(workbookOf(file, { title, formats: patterns }), name)
  }

  return (
    <>
      <div className={styles.head}>
        <p className={styles.total}>
          {t('monthlyReports:total', { count: total, number: write(total), month: inWords(month) })}
        </p>
        <FileMenu
          buttonClass={buttonClass('default')}
          onChoose={(format) => void save(format)}
          button={
            <>
              <IconDownload size={18} aria-hidden />
              <span>{t('lists:file.export')}</span>
              <IconChevronDown size={16} aria-hidden />
            </>
          }
        />
      </div>
      <Lines rows={rows} month={month} />
      <ForDhis2 rows={rows} codes={codes} month={month} search={search} />
    </>
  )
}

function Lines({ rows, month }: Pick<ReportProps, 'rows' | 'month'>) {
  const t = useT()
  const write = useNumbers()
  const ages = agesIn(rows)
  const tellsSex = rows.some(({ sex }) => sex !== 'unknown')
  const head = (word: string) => (
    <th scope="col" className={styles.number}>
      {word}
    </th>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className={tableStyles.frame} tabIndex={0} role="region" aria-label={t('monthlyReports:table')}>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">{t('monthlyReports:table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fields:groupId')}</th>
            <th scope="col">{t('fields:assayId')}</th>
            <th scope="col">{t('monthlyReports:result')}</th>
            {tellsSex && <th scope="col">{t('monthlyReports:sex')}</th>}
            {ages.map((age) => (
              <th key={age} scope="col" className={styles.number}>
                {t(`monthlyReports:age.${age}`)}
              </th>
            ))}
            {head(t('monthlyReports:tests'))}
          </tr>
        </thead>
        <tbody>
          {linesOf(rows).map(({ key, organisation, group, assay, result, sex, byAge, tests }) => (
            <tr key={key}>
              <td className={styles.place}>
                <span>{group.name}</span>
                <span className={styles.of}>{organisation.name}</span>
              </td>
              <td>{assay.name}</td>
              <td>
                <ResultBadge result={result} />
              </td>
              {tellsSex && <td>{t(`monthlyReports:sex.${sex}`)}</td>}
              {ages.map((age) => (
                <td key={age} className={styles.number}>
                  {write(byAge[age] ?? 0)}
                </td>
              ))}
              <td className={styles.number}>
                {tellsSex ? (
                  write(tests)
                ) : (
                  <Link
                    {...paths.testRecords({ ...daysOfMonth(month), group: group.id, assay: assay.id, result })}
                    aria-label={t('monthlyReports:testsOf', { count: tests, number: write(tests), place: group.name })}
                  >
                    {write(tests)}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The file for DHIS2, and what it does not count for want of ids. */
function ForDhis2({ rows, codes, month, search }: ReportProps) {
  const t = useT()
  const write = useNumbers()
  const holder = useHolder()
  const { set, leftOut } = toDataValues(rows, codes, month)
  const list = new Intl.ListFormat(languageTag(useLocale()))
  const named = (names: Iterable<string>) => list.format([...names])
  return (
    <TitledCard title={t('monthlyReports:dhis2')} intro={t('monthlyReports:dhis2.intro')}>
      {leftOut.tests > 0 && (
        <div className={styles.left}>
          <p>{t('monthlyReports:left', { count: leftOut.tests, number: write(leftOut.tests) })}</p>
          <ul>
            {leftOut.places.size > 0 && (
              <li>{t('monthlyReports:left.places', { names: named(leftOut.places.values()) })}</li>
            )}
            {leftOut.kits.size > 0 && <li>{t('monthlyReports:left.kits', { names: named(leftOut.kits.values()) })}</li>}
            {leftOut.people.size > 0 && <li>{t('monthlyReports:left.people', { count: leftOut.people.size })}</li>}
          </ul>
        </div>
      )}
      <div className={styles.ways}>
        {set.dataValues.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              saveFile(
                new Blob([JSON.stringify(set, undefined, 2)], { type: 'application/json' }),
                `dhis2-${month}.json`,
              )
            }
          >
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
  )
}

/** Returns a function that formats a whole number in the reader's language. */
function useNumbers(): (number: number) => string {
  const format = new Intl.NumberFormat(languageTag(useLocale()))
  return (number) => format.format(number)
}
