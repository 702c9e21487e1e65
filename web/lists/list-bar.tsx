import type { ReactNode } from 'react'
import { useT } from '../ui/phrases.ts'
import type { AddressRange } from './ranged-address.ts'
import type { Elements } from '../ui/elements.ts'
import { FiltersButton } from './filters-button.tsx'
import { FiltersInUse } from './filters-in-use.tsx'
import styles from './list-bar.module.css'
import type { FilterInUse, ListFilter } from './list-filter.tsx'
import { PeriodFilter, usePeriodDays, usePeriodWords } from './period-filter.tsx'
import { usePlaceFilters, type PlaceKind } from './place-filter.tsx'
import { SearchField } from './search-field.tsx'
import { chosenWords, severalInUse, SeveralFilterButton, type SeveralFilter } from './several-filter.tsx'

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

/** What narrows a list: what can be chosen, what of it is in use, and that in words for paper. */
interface BarFilters extends OwnFilters {
  others: readonly ListFilter[]
  inUse: readonly FilterInUse[]
  onPaper: readonly { key: string; words: ReactNode }[]
}

/** The filters of a list with those of its places. */
export function useBarFilters({
  search,
  places,
  onChange,
  own: { period, several, others: ownOthers = [] },
}: {
  search: Narrowing
  /** The places that it can be narrowed to. */
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
  /** What can be searched for; undefined where nothing is. */
  help: string | undefined
  onChange: (change: Narrowing) => void
  onClear: () => void
  filters: BarFilters
  /** How many rows there are, in words. */
  count: string
  /** The order of cards, and the columns of a table. */
  children?: Elements
}

/** The one bar of every list: what narrows it, and below it, where anything does, what is in use. */
export function ListBar({ search, help, onChange, onClear, filters, count, children }: Props) {
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
