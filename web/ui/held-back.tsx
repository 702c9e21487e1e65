import { createPortal } from 'react-dom'
import type { Elements } from './elements.ts'
import * as styles from './held-back.module.css'
import { useT } from './phrases.ts'

/**
 * A result among other things on a page. If it is held back, because its set of tests has no outcome, staff see it on the screen,
 * and on paper words stand in its place.
 */
export function HeldBack({ isHeldBack, children }: { isHeldBack: boolean | undefined; children: Elements }) {
  const t = useT()
  if (!isHeldBack) return children
  return (
    <>
      <span className={styles.part} data-held-back>
        {children}
      </span>
      <span className={styles.words} aria-hidden>
        {t('results:heldBack')}
      </span>
    </>
  )
}

/**
 * Holds back a whole page whose subject is a result that is held back, with whatever is open over it: its lines, its photo, its note
 * and its earlier contents tell the result, too. On paper there are only words, also when the browser prints by itself. `name` says
 * what the page is about.
 */
export function HeldBackPage({ name }: { name: string | undefined }) {
  const t = useT()
  return createPortal(
    <div className={styles.page} data-held-back-page aria-hidden>
      {name !== undefined && <p>{name}</p>}
      <p>{t('results:heldBackPage')}</p>
    </div>,
    document.body,
  )
}
