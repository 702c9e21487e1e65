import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import type { Target } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import styles from './form-panel.module.css'

interface Props {
  title: string
  intro?: string
  /** The list below the panel; closing leads there. */
  list: Target
  children: ReactNode
}

/**
 * A form with an address of its own, in a panel over the list, which stays where it is. A native dialog: it keeps the focus
 * inside, and Escape closes it. Whoever closes it is back where they opened it.
 */
export function FormPanel({ title, intro, list, children }: Props) {
  const t = useT()
  const titleId = useId()
  return (
    <dialog
      ref={open}
      className={styles.panel}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => currentTarget.querySelector<HTMLElement>('[data-close]')?.click()}
    >
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <Link
          {...list}
          data-close
          resetScroll={false}
          state={{ keepsPlace: true }}
          className={styles.close}
          aria-label={t('lists:detail.close')}
        >
          <IconX size={20} aria-hidden />
        </Link>
      </header>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </dialog>
  )
}

/** Opens the panel of a list's form; the main action of the list's page. */
export function CreateLink({ target, children }: { target: Target; children: ReactNode }) {
  return (
    <Link {...target} data-create resetScroll={false} state={{ keepsPlace: true }} className={buttonClass()}>
      {children}
    </Link>
  )
}

/** Where the panel was, the focus would be nowhere. */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => {
    // What lies behind an open dialog takes no focus.
    dialog?.close()
    document.querySelector<HTMLElement>('[data-create]')?.focus({ preventScroll: true })
  }
}
