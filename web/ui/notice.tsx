import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  title: string
  text: ReactNode
  /** A drawing or an icon above the title. */
  picture?: ReactNode
  /** The next step: a button or a link. */
  children?: ReactNode
}

/** What stands in place of content: an empty list, an error, a page without permission. Says why and what to do next. */
export function Notice({ title, text, picture, children }: Props) {
  return (
    <div className={styles.notice}>
      {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{text}</div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
