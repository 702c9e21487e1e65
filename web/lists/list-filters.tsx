import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import styles from './list-filters.module.css'
import { PlaceFilter, type PlaceKind } from './place-filter.tsx'
import { SearchField } from './search-field.tsx'

/** What one list has to narrow it by besides search and place: `fields` beside them, `lines` from the top down, and the `last`, which stands beside the way to clear all. */
export interface OwnFilters {
  fields?: Elements
  lines?: Elements
  last: Elements
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
  /** Whether anything narrows the list. */
  isInUse: boolean
  onChange: (change: Narrowing) => void
  onClear: () => void
  own: OwnFilters
}

/** Everything that narrows a list. On a phone all but the search is folded away, so that the first rows are in sight. */
export function ListFilters({ search, places, help, isInUse, onChange, onClear, own }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('lists:filter.label')} className={styles.filters} data-folded={!isOpen || undefined}>
      <div className={styles.fields}>
        {help !== undefined && (
          <SearchField help={help} value={search.search ?? ''} onChange={(text) => onChange({ search: text })} />
        )}
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          data-in-use={isInUse || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          <span>{t(isInUse ? 'lists:filter.inUse' : 'lists:filter.label')}</span>
        </button>
        <PlaceFilter place={search} kinds={places} onChange={onChange} />
        {own.fields}
      </div>
      {own.lines}
      <div className={styles.chips}>
        {own.last}
        {isInUse && (
          <button type="button" className={styles.clear} onClick={onClear}>
            <IconX size={16} aria-hidden />
            <span>{t('lists:filter.clear')}</span>
          </button>
        )}
      </div>
    </section>
  )
}
