import { IconX } from '@tabler/icons-react'
import { useT } from '../ui/phrases.ts'
import styles from './list-filters.module.css'

/** Shows the whole list again; for where something narrows it. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <button type="button" className={styles.clear} onClick={onClear}>
      <IconX size={16} aria-hidden />
      {t('lists:filter.clear')}
    </button>
  )
}
