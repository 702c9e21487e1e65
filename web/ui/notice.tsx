import type { ReactNode } from 'react'
import * as styles from './notice.module.css'

interface Props {
  /** `h1` if the notice is the only content of the page. */
  heading?: 'h1' | 'h2'
  title: string
  text: ReactNode
  picture?: ReactNode
  /** The next step: a button or a link. */
  children?: ReactNode
}

/**
 * Replaces missing content, such as an empty list, an error or a page without permission. Explains why and what to do
 * next.
 */
export function Notice({ heading: Heading = 'h2', title, text, picture, children }: Props) {
  return (
    <div className={styles.notice}>
      {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      <Heading className={styles.title} {...(Heading === 'h1' && { tabIndex: -1, 'data-page-heading': true })}>
        {title}
      </Heading>
      <div className={styles.text}>{text}</div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
