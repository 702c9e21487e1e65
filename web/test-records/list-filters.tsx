import { readingFilters, resultFilters } from '../../contract/test-records/filter.ts'
import { Link } from '@tanstack/react-router'
import type { SecondReading } from '../../contract/test-records/test-record.ts'
import { paths } from '../paths.ts'
import type { OwnFilters } from '../lists/list-filters.tsx'
import { RangeFilter } from '../lists/range-filter.tsx'
import { lazyPage } from '../shell/page-part.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { Later } from '../ui/later.tsx'
import type { Translate } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { ChartChips } from './chart-chips.tsx'
import type { ListSearch } from './list-search.ts'
import { RecorderChip } from './recorder-chip.tsx'

/** Comes after the first rows. */
const AssayFilter = lazyPage(async () => (await import('../lists/assay-filter.tsx')).AssayFilter)

/** Without one of these the list leaves voided records out. */
const stateChips = ['corrected', 'voided', 'all'] as const

/** What leaves somebody something to do, and what a link has chosen. */
const openReadings: readonly SecondReading[] = ['awaiting', 'differ']
const readingChips = (chosen: SecondReading | undefined) => [...new Set([...openReadings, ...(chosen ? [chosen] : [])])]

/** What the list of tests is narrowed by: the days, the result and the state of a record, and for staff how readers stand. */
export function testRecordFilters(
  t: Translate,
  search: ListSearch,
  change: (change: Partial<ListSearch>) => void,
  isStaff: boolean,
): OwnFilters {
  return {
    fields: (
      // A line and a lot are of one assay: of another there are none.
      <Later>
        <AssayFilter
          assay={search.assay}
          onChange={(assay) => change({ assay, analyte: undefined, analyte_result: undefined, lot: undefined })}
        />
      </Later>
    ),
    lines: <RangeFilter search={search} onChange={change} />,
    last: (
      <>
        {search.recorded_by !== undefined && (
          <RecorderChip id={search.recorded_by} onClear={() => change({ recorded_by: undefined })} />
        )}
        <ChartChips search={search} onChange={change} />
        <FilterChips
          label={t('testRecords:filter.result')}
          chips={resultFilters.map((result) =>
            result === 'conclusive'
              ? { value: result, label: t('testRecords:filter.conclusive') }
              : { value: result, label: t(`results:${result}`), icon: <ResultIcon result={result} /> },
          )}
          value={search.result}
          onChange={(result) => change({ result: result === search.result ? undefined : result })}
        />
        <FilterChips
          label={t('testRecords:filter.state')}
          chips={stateChips.map((state) => ({ value: state, label: t(`testRecords:filter.state.${state}`) }))}
          value={search.state}
          onChange={(state) => change({ state: state === search.state ? undefined : state })}
        />
        <FilterChips
          label={t('testRecords:filter.reading')}
          chips={readingFilters.map((reading) => ({
            value: reading,
            label: t(`testRecords:filter.reading.${reading}`),
          }))}
          value={search.reading}
          onChange={(reading) => change({ reading: reading === search.reading ? undefined : reading })}
        />
        {isStaff && (
          <>
            <FilterChips
              label={t('testRecords:filter.secondReading')}
              chips={readingChips(search.second_reading).map((value) => ({
                value,
                label: t(`testRecords:secondReading.${value}`),
              }))}
              value={search.second_reading}
              onChange={(value) => change({ second_reading: value === search.second_reading ? undefined : value })}
            />
            {search.second_reading !== undefined && <Link {...paths.agreement()}>{t('shell:page.agreement')}</Link>}
          </>
        )}
      </>
    ),
  }
}
