import { resultFilters } from '../../contract/test-records/filter.ts'
import { FilterFrame } from '../lists/filter-frame.tsx'
import { PlaceFilter } from '../lists/place-filter.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { rangeNames } from '../ui/date-range.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { CustomRange } from './custom-range.tsx'
import { hasFilters, type ListSearch } from './list-search.ts'

interface Props {
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
  onClear: () => void
}

/** Without one of these the list leaves voided records out. */
const stateChips = ['corrected', 'voided', 'all'] as const

/** Everything that narrows the list. It is all in the address: a filtered list can be sent, reloaded and gone back to. */
export function ListFilters({ search, onChange, onClear }: Props) {
  const t = useT()
  return (
    <FilterFrame
      search={
        <SearchField
          help={t('testRecords:filter.searchHelp')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text })}
        />
      }
      place={<PlaceFilter place={search} onChange={onChange} />}
      isInUse={hasFilters(search)}
      onClear={onClear}
      last={
        <>
          <FilterChips
            label={t('testRecords:filter.result')}
            chips={resultFilters.map((result) =>
              result === 'conclusive'
                ? { value: result, label: t('testRecords:filter.conclusive') }
                : { value: result, label: t(`results:${result}`), icon: <ResultIcon result={result} /> },
            )}
            value={search.result}
            onChange={(result) => onChange({ result: result === search.result ? undefined : result })}
          />
          <FilterChips
            label={t('testRecords:filter.state')}
            chips={stateChips.map((state) => ({ value: state, label: t(`testRecords:filter.state.${state}`) }))}
            value={search.state}
            onChange={(state) => onChange({ state: state === search.state ? undefined : state })}
          />
        </>
      }
    >
      <FilterChips
        label={t('ranges:label')}
        chips={rangeNames.map((name) => ({ value: name, label: t(`ranges:${name}`) }))}
        value={search.range ?? 'all'}
        onChange={(range) => onChange({ range })}
      />
      {search.range === 'custom' && <CustomRange search={search} onChange={onChange} />}
    </FilterFrame>
  )
}
