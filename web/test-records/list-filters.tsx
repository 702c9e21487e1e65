import { useQuery } from '@tanstack/react-query'
import { assayQuery } from '../assays/queries.ts'
import { readingFilters, readResults, resultFilter } from '../../contract/test-records/filter.ts'
import { results } from '../../contract/rules/results.ts'
import { origins } from '../../contract/test-records/origin.ts'
import type { SecondReading } from '../../contract/test-records/test-record.ts'
import { AssayFilter } from '../lists/assay-filter.tsx'
import type { OwnFilters } from '../lists/list-bar.tsx'
import { choiceFilter, linkedFilter, type ListFilter } from '../lists/list-filter.tsx'
import { NameOf } from '../lists/place-filter.tsx'
import { paths, type TestRecordsSearch } from '../paths.ts'
import { can, mayImport } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { filtersOfCharts } from './filters-of-charts.tsx'
import { importNameQuery, recorderQuery } from './queries.ts'

/** Without one of these values the list leaves voided records out. */
const states = ['corrected', 'voided', 'all'] as const

/** Second readings that need action. Any other value is offered only after a link has chosen it. */
const openReadings: readonly SecondReading[] = ['awaiting', 'differ']
const readingsOffered = (chosen: SecondReading | undefined) => [
  ...new Set([...openReadings, ...(chosen ? [chosen] : [])]),
]

type Change = (change: Partial<TestRecordsSearch>) => void

/**
 * The filters of the list of tests: days, results, the state and the origin of a record, and for staff the state of the
 * second reading.
 */
export function testRecordFilters(
  t: Translate,
  search: TestRecordsSearch,
  change: Change,
  isStaff: boolean,
): OwnFilters {
  return {
    period: { search, onChange: change },
    several: {
      label: t('fields:result'),
      options: results.map((result) => ({
        value: result,
        label: t(`results:${result}`),
        icon: <ResultIcon result={result} />,
      })),
      chosen: readResults(search.result ?? ''),
      onChange: (chosen) => change({ result: resultFilter(results.filter((result) => chosen.includes(result))) }),
    },
    others: [
      assayFilter(t, search, change),
      choiceFilter({
        label: t('fields:state'),
        any: t('testRecords:filter.state.current'),
        value: states.find((state) => state === search.state),
        options: [
          { options: states.map((state) => ({ value: state, label: t(`testRecords:filter.state.${state}`) })) },
        ],
        onChange: (state) => change({ state }),
      }),
      choiceFilter({
        label: t('testRecords:filter.reading'),
        any: t('lists:filter.any'),
        value: search.reading,
        options: [
          {
            options: readingFilters.map((reading) => ({
              value: reading,
              label: t(`testRecords:filter.reading.${reading}`),
            })),
          },
        ],
        onChange: (reading) => change({ reading }),
      }),
      ...(isStaff ? [secondReadingFilter(t, search, change)] : []),
      choiceFilter({
        label: t('fields:origin'),
        any: t('lists:filter.any'),
        value: search.origin,
        options: [{ options: origins.map((value) => ({ value, label: t(`testRecords:origin.${value}`) })) }],
        onChange: (origin) => change({ origin }),
      }),
      ...linkedFilter(
        search.import,
        t('testRecords:filter.import'),
        (id) => <ImportName id={id} />,
        () => change({ import: undefined }),
      ),
      ...linkedFilter(
        search.recorded_by,
        t('fields:recordedBy'),
        (id) => <RecorderName id={id} />,
        () => change({ recorded_by: undefined }),
      ),
      ...filtersOfCharts(t, search, change),
    ],
  }
}

/** An analyte and a lot belong to one assay, so another assay clears them. */
function assayFilter(t: Translate, search: TestRecordsSearch, change: Change): ListFilter {
  const label = t('fields:assayId')
  const choose = (assay: string | undefined) =>
    change({ assay, analyte: undefined, analyte_result: undefined, lot: undefined })
  return {
    label,
    field: <AssayFilter assay={search.assay} onChange={choose} />,
    inUse:
      search.assay === undefined
        ? []
        : [
            {
              key: 'assay',
              words: <NameOf label={label} query={assayQuery(search.assay)} />,
              onRemove: () => choose(undefined),
            },
          ],
  }
}

function secondReadingFilter(t: Translate, search: TestRecordsSearch, change: Change): ListFilter {
  return choiceFilter({
    label: t('testRecords:filter.secondReading'),
    any: t('lists:filter.any'),
    value: search.second_reading,
    options: [
      {
        options: readingsOffered(search.second_reading).map((value) => ({
          value,
          label: t(`testRecords:secondReading.${value}`),
        })),
      },
    ],
    onChange: (second_reading) => change({ second_reading }),
    more: search.second_reading !== undefined && <Link {...paths.agreement()}>{t('shell:page.agreement')}</Link>,
  })
}

/** Names the file of an import, if the reader may see it. Others learn that it is one import, whose tests they do not see. */
function ImportName({ id }: { id: string }) {
  const t = useT()
  const found = useQuery({ ...importNameQuery(id), enabled: mayImport(useHolder()) })
  const name = found.data?.data.fileName
  return (
    <span>{name === undefined ? t('testRecords:filter.oneImport') : t('testRecords:filter.ofImport', { name })}</span>
  )
}

/**
 * Names the person who recorded the tests of a list, if the reader may see users. Other readers only learn that it is
 * one person.
 */
function RecorderName({ id }: { id: string }) {
  const t = useT()
  const user = useQuery({ ...recorderQuery(id), enabled: can(useHolder(), 'view-users') })
  const name = user.data?.data.fullName
  return (
    <span>
      {name === undefined ? t('testRecords:filter.oneRecorder') : t('testRecords:filter.recordedBy', { name })}
    </span>
  )
}
