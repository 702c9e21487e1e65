import type { AddressRange } from './ranged-address.ts'
import { useT } from '../ui/phrases.ts'
import type { Elements } from '../ui/elements.ts'
import { FiltersButton } from './filters-button.tsx'
import { FiltersInUse } from './filters-in-use.tsx'
import styles from './list-bar.module.css'
import type { FilterInUse, ListFilter } from './list-filter.tsx'
import { PeriodFilter, usePeriodWords } from './period-filter.tsx'
import { usePlaceFilters, type PlaceKind } from './place-filter.tsx'
import { SearchField } from './search-field.tsx'
import { severalInUse, SeveralFilterButton, type SeveralFilter } from './several-filter.tsx'

/** What one list has to narrow it by besides search and place. */
export interface OwnFilters {
  /** Its days, which have a button of their own. */
  period?: { search: AddressRange; onChange: (change: AddressRange) => void }
  /** What is chosen most often, several at once, with a button of its own. */
  several?: SeveralFilter
  /** What stands in the panel of filters, in this order. */
  others?: readonly ListFilter[]
}

interface Narrowing {
  organisation?: string
  group?: string
  search?: string
}

interface Props {
  search: Narrowing
  /** The places that it can be narrowed to. */
  places: readonly PlaceKind[]
  /** What can be searched for; undefined where nothing is. */
  help: string | undefined
  onChange: (change: Narrowing) => void
  onClear: () => void
  own: OwnFilters
  /** How many rows there are, in words. */
  count: string
  /** The order of cards, and the columns of a table. */
  children?: Elements
}

/** The one bar of every list: what narrows it, and below it, where anything does, what is in use. */
export function ListBar({ search, places, help, onChange, onClear, own, count, children }: Props) {
  const t = useT()
  const { period, several } = own
  const others = [...usePlaceFilters(search, places, onChange), ...(own.others ?? [])]
  const inUse = [
    ...usePeriodInUse(period),
    ...(several ? severalInUse(several) : []),
    ...others.flatMap((filter) => filter.inUse),
  ]
  return (
    <section aria-label={t('lists:filter.label')} className={styles.place}>
      <div className={styles.bar}>
        {help !== undefined && (
          <div className={styles.search}>
            <SearchField help={help} value={search.search ?? ''} onChange={(text) => onChange({ search: text })} />
          </div>
        )}
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

function usePeriodInUse(period: OwnFilters['period']): FilterInUse[] {
  const words = usePeriodWords(period?.search ?? {})
  if (period?.search.range === undefined) return []
  return [{ key: 'period', words, onRemove: () => period.onChange({ range: 'all' }) }]
}
