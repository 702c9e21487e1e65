import { IconSearch, IconX } from '@tabler/icons-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { searchLength } from '../../contract/listing.ts'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './finder-frame.module.css'

/** Text that was typed before the search was loaded. */
export interface TypedAhead {
  text: string
  /** True if Enter was pressed at its end. */
  isEntered: boolean
}

interface Props {
  field: ComponentProps<'input'>
  onClose: () => void
  children: Elements
}

/** The dialog of the search with its field, which is usable before the search itself is loaded. */
export function FinderFrame({ field, onClose, children }: Props) {
  const t = useT()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={open}
      className={styles.dialog}
      aria-label={t('shell:searchTitle')}
      closedby="any"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <IconSearch size={20} aria-hidden className={styles.icon} />
        {/* A search stores nothing, and no name, number or email is longer than what it takes. */}
        <input
          type="search"
          className={styles.input}
          enterKeyHint="search"
          spellCheck={false}
          autoComplete="off"
          maxLength={searchLength}
          {...field}
        />
        <button type="button" className={styles.close} aria-label={t('shell:closeSearch')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/**
 * Opens the dialog for as long as it is rendered. It is closed before it unmounts, so that the focus returns to where
 * it was.
 */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => dialog?.close()
}
