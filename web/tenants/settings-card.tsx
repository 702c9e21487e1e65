import { useId } from 'react'
import * as styles from './tenant-page.module.css'
import type { Elements } from '../ui/elements.ts'

interface Props {
  title: string
  /** Drawn below the title, about the whole card. */
  intro?: string
  children: Elements
}

export function SettingsCard({ title, intro, children }: Props) {
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
