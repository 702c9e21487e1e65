import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent, Ref } from 'react'
import { inPlace, type Target } from '../paths.ts'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import styles from './panel-head.module.css'

interface Props {
  title: string
  /** Names the panel by its title. */
  id?: string
  /** Moves the focus to the title. */
  ref?: Ref<HTMLHeadingElement>
  /** The page below or beside; closing leads there. */
  below: Target
  onClose?: () => void
  /** Beside the title. */
  children?: Elements
}

/** The title of what opened over or beside a page, and the link that closes it, which `closePanel` follows. */
export function PanelHead({ title, id, ref, below, onClose, children }: Props) {
  const t = useT()
  return (
    <header className={styles.head}>
      <h2 id={id} ref={ref} className={styles.title} {...(ref && { tabIndex: -1 })}>
        {title}
      </h2>
      {children}
      <Link
        {...inPlace(below)}
        data-close
        className={styles.close}
        aria-label={t('lists:detail.close')}
        onClick={onClose}
      >
        <IconX size={20} aria-hidden />
      </Link>
    </header>
  )
}

/** For a button in a panel that keeps things as they are. */
export function closeOwnPanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  const panel = currentTarget.closest('dialog')
  if (panel !== null) closePanel(panel)
}

/** Closes a panel as its link does: whoever has something unsaved in it is asked first. */
export function closePanel(panel: HTMLElement): void {
  panel.querySelector<HTMLElement>('[data-close]')?.click()
}
