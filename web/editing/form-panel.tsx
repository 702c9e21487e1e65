import { Link, useMatch } from '@tanstack/react-router'
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { closePanel, PanelHead } from '../lists/panel-head.tsx'
import { inPlace, type Target } from '../paths.ts'
import { buttonClass, type Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import styles from './form-panel.module.css'

interface Props {
  title: string
  intro?: string
  /** The page below the panel; closing leads there. */
  below: Target
  /** Has room for two things side by side. */
  isWide?: boolean
  children: Elements
}

/**
 * A form with an address of its own, in a panel over the page that it was opened from, which stays where it is. A native
 * dialog: it keeps the focus inside, and Escape closes it. Whoever closes it is back at the `FormLink` that opened it. The
 * form in it draws an `UnsavedGuard`, which asks first where something would be lost.
 */
export function FormPanel({ title, intro, below, isWide = false, children }: Props) {
  const titleId = useId()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const [open] = useState(() => openingFrom(path))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a short cut to the close link
    <dialog
      ref={open}
      className={styles.panel}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onKeyDown={closeByEscape}
      onCancel={closeByLink}
      onClose={closeByLink}
    >
      <PanelHead id={titleId} title={title} below={below} />
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </dialog>
  )
}

interface LinkProps {
  target: Target
  variant?: ComponentProps<typeof Button>['variant']
  children: ReactNode
}

/** Opens a form in its panel: the main action of a list's page, and with another `variant` an action of a row's page. */
export function FormLink({ target, variant, children }: LinkProps) {
  return (
    <Link {...inPlace(target)} data-form className={buttonClass(variant)}>
      {children}
    </Link>
  )
}

/** Panels whose event of closing is still to come, without anybody's having closed them. */
const leaving = new WeakSet<HTMLDialogElement>()

/** Where the panel was, the focus would be nowhere: it goes to the link that leads to this path. */
function openingFrom(path: string) {
  return (dialog: HTMLDialogElement | null) => {
    if (dialog?.open === false) dialog.showModal()
    return () => {
      // What lies behind an open dialog takes no focus. It is not closed by anybody: its page is left, or waits for another.
      if (dialog?.open) {
        leaving.add(dialog)
        dialog.close()
      }
      const links = document.querySelectorAll<HTMLAnchorElement>('a[data-form]')
      const opener = [...links].find(({ pathname }) => pathname === path)
      opener?.focus({ preventScroll: true })
    }
  }
}

/** Whatever closes the panel goes by its link, so that the form is asked first. A browser may have closed it already. */
function closeByLink(event: SyntheticEvent<HTMLDialogElement>) {
  const { currentTarget, target } = event
  if (target !== currentTarget) return
  if (event.type === 'close' && leaving.delete(currentTarget)) return
  event.preventDefault()
  if (!currentTarget.open) currentTarget.showModal()
  closePanel(currentTarget)
}

/** A browser hears a second Escape as the wish to leave at any price; the key alone is not. */
function closeByEscape(event: KeyboardEvent<HTMLDialogElement>) {
  const { currentTarget, key, target } = event
  if (key !== 'Escape' || !(target instanceof Element) || target.closest('dialog') !== currentTarget) return
  event.preventDefault()
  event.stopPropagation()
  closePanel(currentTarget)
}
