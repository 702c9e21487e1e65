import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import * as styles from './page.module.css'

interface Props {
  title: string
  /** Drawn beside the title, such as a count or a location. */
  detail?: ReactNode
  /**
   * Puts the detail on its own line on a phone, even if it would fit beside the title. Otherwise a long detail could
   * move the page when the web font loads, which may be slightly wider or narrower than its fallback.
   */
  isDetailBelow?: boolean
  /** Makes the heading lower, so that the content begins further up. */
  isDense?: boolean
  /** Drawn at the right of the title. */
  actions?: ReactNode
  /** Narrow pages suit forms and texts; wide ones use all the room. */
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
