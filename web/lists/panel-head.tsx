import { IconX } from '@tabler/icons-react'
import type { MouseEvent, Ref } from 'react'
import { inPlace, type Target } from '../paths.ts'
import type { Elements } from '../ui/elements.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './panel-head.module.css'

interface Props {
  title: string
  /** The id of the title, which names the panel. */
  id?: string
  /** Used to focus the title. */
  ref?: Ref<HTMLHeadingElement>
  /** The page underneath, to which closing returns. */
  below: Target
  onClose?: () => void
  children?: Elements
}

/** The title of a panel and the link that closes it, which `closePanel` follows. */
export function PanelHead({ title, id, ref, below, onClose, children }: Props) {
  const t = useT()
  return (
    <header className={styles.head}>
      <h2 id={id} ref={ref} className={styles.title} {...(ref && { tabIndex: -1 })}>
        {title}
      </h2>
      {children}
      <Link {...inPlace(below)} data-close className={styles.close} aria-label={t('shell:close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </Link>
    </header>
  )
}

/** Closes the panel that holds the pressed button, without a change. */
export function closeOwnPanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  const panel = currentTarget.closest('dialog')
  if (panel !== null) closePanel(panel)
}

/** Follows the panel's close link, so that unsaved changes are asked about first. */
export function closePanel(panel: HTMLElement): void {
  panel.querySelector<HTMLElement>('[data-close]')?.click()
}
