import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useT } from '../ui/phrases.ts'
import { ClearFilters } from './clear-filters.tsx'
import styles from './list-filters.module.css'

interface Props {
  search: ReactNode
  place: ReactNode
  /** Whether anything narrows the list. */
  isInUse: boolean
  onClear: () => void
  /** The filters of this list alone, from the top down; the last stands beside the way to clear all. */
  children?: ReactNode
  last: ReactNode
}

/** Everything that narrows a list. On a phone all but the search is folded away, so that the first rows are in sight. */
export function FilterFrame({ search, place, isInUse, onClear, children, last }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('lists:filter.label')} className={styles.filters} data-folded={!isOpen || undefined}>
      <div className={styles.fields}>
        {search}
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          data-in-use={isInUse || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          {t(isInUse ? 'lists:filter.inUse' : 'lists:filter.label')}
        </button>
        {place}
      </div>
      {children}
      <div className={styles.chips}>
        {last}
        {isInUse && <ClearFilters onClear={onClear} />}
      </div>
    </section>
  )
}
