import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import styles from './page.module.css'

interface Props {
  title: string
  /** Stands beside the title: how many there are, or where one is. */
  detail?: ReactNode
  /**
   * On a phone the detail has a line of its own, whether there is room beside the title or not: else a long one would move the page when
   * the font comes, which may be a little wider or narrower than what stands for it.
   */
  isDetailBelow?: boolean
  /** Keeps the head low, so that what the page is about begins further up. */
  isDense?: boolean
  /** Stands at the right of the title. */
  actions?: ReactNode
  /** Narrow pages suit forms and texts; others are as wide as there is room. */
  width?: 'narrow' | 'wide'
  children: Elements
}

/** A page under its heading, which takes the focus when the page is navigated to. */
export function Page({
  title,
  detail,
  isDetailBelow = false,
  isDense = false,
  actions,
  width = 'wide',
  children,
}: Props) {
  return (
    <div className={styles.page} data-width={width} data-dense={isDense || undefined}>
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 className={styles.title} tabIndex={-1} data-page-heading>
            {title}
          </h1>
          {detail !== undefined && (
            <div className={styles.detail} data-below={isDetailBelow || undefined}>
              {detail}
            </div>
          )}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
