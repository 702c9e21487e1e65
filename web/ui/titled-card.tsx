import { useId } from 'react'
import * as styles from './titled-card.module.css'
import type { Elements } from './elements.ts'

interface Props {
  title: string
  /** Drawn below the title, about the whole card. */
  intro?: string
  children: Elements
}

/** A part of a page of settings, with its title. */
export function TitledCard({ title, intro, children }: Props) {
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
