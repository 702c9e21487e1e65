import { IconX } from '@tabler/icons-react'
import { useT } from '../ui/phrases.ts'
import * as styles from './filters-in-use.module.css'
import type { FilterInUse } from './list-filter.tsx'

interface Props {
  inUse: readonly FilterInUse[]
  onClear: () => void
}

/** Shows each filter in use as a chip that removes it; renders nothing when there are none. */
export function FiltersInUse({ inUse, onClear }: Props) {
  const t = useT()
  if (inUse.length === 0) return null
  return (
    <div className={styles.place}>
      <ul aria-label={t('lists:filter.inUse')} className={styles.chips}>
        {inUse.map(({ key, icon, words, onRemove }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.chip}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget.closest('li'))
                onRemove()
              }}
            >
              {icon}
              <span className="visually-hidden">{`${t('lists:filter.remove')} `}</span>
              <span className={styles.words}>{words}</span>
              <IconX size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.clear}
        onClick={() => {
          focusBeside(null)
          onClear()
        }}
      >
        {t('lists:filter.clearAll')}
      </button>
    </div>
  )
}

/** Focuses a chip beside one that goes, or what the list is of if there is none, so that the keyboard stays in its place. */
function focusBeside(chip: Element | null): void {
  const next = (chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button')
  const left = next ?? document.querySelector<HTMLElement>('[data-page-heading]')
  left?.focus({ preventScroll: true })
}
