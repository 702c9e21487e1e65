import { useId } from 'react'
import styles from './own-user-page.module.css'
import type { Elements } from '../ui/elements.ts'

interface Props {
  title: string
  /** Below the title: what this part is for. */
  intro?: string
  children: Elements
}

/** One part of the own account, under its heading. */
export function OwnCard({ title, intro, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  )
}
