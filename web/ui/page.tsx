import type { ReactNode } from 'react'
import styles from './page.module.css'

interface Props {
  title: string
  /** Stands beside the title: how many there are, or where one is. */
  detail?: ReactNode
  /** Stands at the right of the title. */
  actions?: ReactNode
  /** Narrow pages suit forms and texts; others are as wide as there is room. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** A page under its heading, which takes the focus when the page is navigated to. */
export function Page({ title, detail, actions, width = 'wide', children }: Props) {
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.head}>
        <div className={styles.heading}>
          <h1 className={styles.title} tabIndex={-1} data-page-heading>
            {title}
          </h1>
          {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
