import { useQuery } from '@tanstack/react-query'
import { assayQuery } from '../assays/queries.ts'
import { linkedFilter, type ListFilter } from '../lists/list-filter.tsx'
import { useMonthWords } from '../ui/use-month-words.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import type { TestRecordsSearch } from '../paths.ts'

/**
 * The filters that a chart or a report sets besides days, place and result: a lot, an analyte with its result, a month by the clock of
 * each place, or an hour of the week.
 */
export function filtersOfCharts(
  t: Translate,
  search: TestRecordsSearch,
  change: (change: Partial<TestRecordsSearch>) => void,
): ListFilter[] {
  const { lot, analyte, weekday, hour, month } = search
  return [
    ...linkedFilter(
      lot,
      t('testRecords:record.lot'),
      (value) => t('testRecords:filter.lot', { lot: value }),
      () => change({ lot: undefined }),
    ),
    ...linkedFilter(
      analyte,
      t('testRecords:record.analytes'),
      () => <LineWords search={search} />,
      () => change({ analyte: undefined, analyte_result: undefined }),
    ),
    ...linkedFilter(
      month,
      t('ranges:label'),
      (value) => <MonthWords month={value} />,
      () => change({ month: undefined }),
    ),
    ...linkedFilter(
      weekday ?? hour,
      t('testRecords:filter.when'),
      () => whenInWords(t, search),
      () => change({ weekday: undefined, hour: undefined, zone: undefined }),
    ),
  ]
}

/** The analyte's current name in the assay, or its id if the assay no longer has it. */
function LineWords({ search: { assay = '', analyte = '', analyte_result } }: { search: TestRecordsSearch }) {
  const t = useT()
  const analytes = useQuery({ ...assayQuery(assay), enabled: assay !== '' && analyte !== '' }).data?.data.analytes
  const line = analytes?.find(({ id }) => id === analyte)?.name ?? analyte
  return (
    <span>
      {analyte_result === undefined
        ? t('testRecords:filter.line', { line })
        : t('testRecords:filter.lineResult', { line, result: t(`results:${analyte_result}`) })}
    </span>
  )
}

/** The month of the monthly report, with the clock that it is of. */
function MonthWords({ month }: { month: string }) {
  const t = useT()
  const inWords = useMonthWords()
  return <span>{t('testRecords:filter.month', { month: inWords(month) })}</span>
}

/** The weekday and hour by the clocks of that zone, such as "Mondays 09:00–10:00 (Europe/London)". */
function whenInWords(t: Translate, { weekday, hour, zone = 'UTC' }: TestRecordsSearch): string {
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  const when = [
    weekday !== undefined && t(`testRecords:filter.weekday.${weekday as 1 | 2 | 3 | 4 | 5 | 6 | 7}`),
    hour !== undefined && `${clock(hour)}–${clock(hour + 1)}`,
  ]
  return `${when.filter(Boolean).join(' ')} (${zone})`
}
