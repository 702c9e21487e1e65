import type { Icon } from '@tabler/icons-react'
import { useMatch } from '@tanstack/react-router'
import { Fragment, useId, useState, type ComponentProps, type KeyboardEvent, type SyntheticEvent } from 'react'
import { closePanel, PanelHead } from '../lists/panel-head.tsx'
import { inPlace, type Target } from '../paths.ts'
import { buttonClass, type Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Link } from '../routing/link.tsx'
import * as styles from './form-panel.module.css'

interface Props {
  title: string
  intro?: string
  /** The page under the panel, to which closing returns. */
  below: Target
  /** True if two things fit side by side. */
  isWide?: boolean
  children: Elements
}

/**
 * A form with an address of its own, in a panel over the page that it was opened from, which keeps its position. A
 * native dialog: it keeps the focus inside, and Escape closes it. Closing returns the focus to the `FormLink` that
 * opened it. The form in it renders an `UnsavedGuard`, which asks before unsaved changes are lost.
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
      {/* A browser's history can jump to the form of another row, which must not keep the values of the first. */}
      <Fragment key={path}>{children}</Fragment>
    </dialog>
  )
}

type LinkProps = {
  target: Target
  variant?: ComponentProps<typeof Button>['variant']
  icon?: Icon
  word?: string
  /** Called before this page is left for the form. */
  onLeave?: () => void
  children?: Elements
}

/**
 * A link that opens a form in its panel: by default the main action of a list's page, or with another `variant` an
 * action of a row's page.
 */
export function FormLink({ target, variant, icon: LinkIcon, word, onLeave, children }: LinkProps) {
  return (
    <Link
      {...inPlace(target)}
      data-form
      className={buttonClass(variant)}
      onClick={(event) => {
        const isInNewTab = event.ctrlKey || event.metaKey || event.shiftKey
        if (!isInNewTab) onLeave?.()
      }}
    >
      {LinkIcon !== undefined && <LinkIcon size={18} aria-hidden />}
      {word !== undefined && <span>{word}</span>}
      {children}
    </Link>
  )
}

/** Panels that were closed by leaving the page, whose close event is still to come. */
const leaving = new WeakSet<HTMLDialogElement>()

/** Opens the dialog, and focuses the link to this path that was followed, or else the first one, when the dialog has gone. */
function openingFrom(path: string) {
  const followed = document.activeElement
  return (dialog: HTMLDialogElement | null) => {
    if (dialog?.open === false) dialog.showModal()
    return () => {
      // Content behind an open dialog takes no focus, so it is closed. This is not a close by the user: its page is
      // left or suspends.
      if (dialog?.open) {
        leaving.add(dialog)
        dialog.close()
      }
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-form]')].filter(
        ({ pathname }) => pathname === path,
      )
      const opener = links.find((link) => link === followed) ?? links[0]
      opener?.focus({ preventScroll: true })
    }
  }
}

/**
 * Every way of closing follows the close link, so that the form can ask first. The browser may have closed the dialog
 * already.
 */
function closeByLink(event: SyntheticEvent<HTMLDialogElement>) {
  const { currentTarget, target } = event
  if (target !== currentTarget) return
  if (event.type === 'close' && leaving.delete(currentTarget)) return
  event.preventDefault()
  if (!currentTarget.open) currentTarget.showModal()
  closePanel(currentTarget)
}

/** Browsers treat a second Escape as a forced close, so the key is handled here and the form can always ask. */
function closeByEscape(event: KeyboardEvent<HTMLDialogElement>) {
  const { currentTarget, key, target } = event
  if (key !== 'Escape' || !(target instanceof Element) || target.closest('dialog') !== currentTarget) return
  event.preventDefault()
  event.stopPropagation()
  closePanel(currentTarget)
}
