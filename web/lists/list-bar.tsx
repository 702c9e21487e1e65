import { useT } from '../ui/phrases.ts'
import type { AddressRange } from '../routing/ranged-address.ts'
import type { Elements } from '../ui/elements.ts'
import { FiltersButton } from './filters-button.tsx'
import { FiltersInUse } from './filters-in-use.tsx'
import * as styles from './list-bar.module.css'
import type { FilterInUse, ListFilter } from './list-filter.tsx'
import type { Term } from './page-of-rows.ts'
import { PeriodFilter, usePeriodDays, usePeriodWords } from './period-filter.tsx'
import { usePlaceFilters, type PlaceKind } from './place-filter.tsx'
import { SearchField } from './search-field.tsx'
import { chosenWords, severalInUse, SeveralFilterButton, type SeveralFilter } from './several-filter.tsx'

export interface OwnFilters {
  /** The date range, which has its own button. */
  period?: { search: AddressRange; onChange: (change: AddressRange) => void }
  /** The most used filter, with several values at once and its own button. */
  several?: SeveralFilter
  others?: readonly ListFilter[]
}

interface Narrowing {
  organisation?: string
  group?: string
  search?: string
}

/** A list's filters: the controls, those in use, and their words for paper. */
interface BarFilters extends OwnFilters {
  others: readonly ListFilter[]
  inUse: readonly FilterInUse[]
  onPaper: readonly Term[]
}

/** Combines a list's own filters with its place filters. */
export function useBarFilters({
  search,
  places,
  onChange,
  own: { period, several, others: ownOthers = [] },
}: {
  search: Narrowing
  places: readonly PlaceKind[]
  onChange: (change: Narrowing) => void
  own: OwnFilters
}): BarFilters {
  const t = useT()
  const others = [...usePlaceFilters(search, places, onChange), ...ownOthers]
  const othersInUse = others.flatMap((filter) => filter.inUse)
  const words = usePeriodWords(period?.search ?? {})
  const days = usePeriodDays(period?.search ?? {})
  const results = several ? severalInUse(several) : []
  return {
    ...(period && { period }),
    ...(several && { several }),
    others,
    inUse: [
      ...(period?.search.range === undefined
        ? []
        : [{ key: 'period', words, onRemove: () => period.onChange({ range: 'all' }) }]),
      ...results,
      ...othersInUse,
    ],
    onPaper: [
      ...(period ? [{ key: 'period', words: `${t('ranges:label')}: ${days}` }] : []),
      ...(several && results.length > 0
        ? [{ key: 'several', words: `${several.label}: ${chosenWords(several)}` }]
        : []),
      ...othersInUse,
    ],
  }
}

interface Props {
  search: Narrowing
  /** Names the searchable fields; undefined if the list has no search. */
  help: string | undefined
  /** Drawn in the place of the search. */
  lead?: Elements
  onChange: (change: Narrowing) => void
  onClear: () => void
  filters: BarFilters
  count: string
  /** The sort order for cards, or the columns menu for a table. */
  children?: Elements
}

/** The bar above every list: its filters, and below them the filters in use, if any. */
export function ListBar({ search, help, lead, onChange, onClear, filters, count, children }: Props) {
  const t = useT()
  const { period, several, others, inUse } = filters
  return (
    <section aria-label={t('lists:filter.label')} className={styles.place}>
      <div className={styles.bar}>
        {help !== undefined && (
          <div className={styles.search}>
            <SearchField help={help} value={search.search ?? ''} onChange={(text) => onChange({ search: text })} />
          </div>
        )}
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        <div className={styles.buttons} data-full={period !== undefined || undefined}>
          {period && <PeriodFilter {...period} />}
          {several && <SeveralFilterButton {...several} />}
          <FiltersButton filters={others} count={count} onClear={onClear} />
          {children}
        </div>
      </div>
      <FiltersInUse inUse={inUse} onClear={onClear} />
    </section>
  )
}
