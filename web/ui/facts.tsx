import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Named values under a heading, one a line. */
export function Facts({ title, facts }: { title?: string; facts: readonly Fact[] }) {
  return (
    <section className={styles.facts}>
      {title !== undefined && <h3 className={styles.title}>{title}</h3>}
      <dl className={styles.list}>
        {facts.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
