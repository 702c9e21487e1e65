import type { ReactNode } from 'react'
import * as styles from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Leaves out the facts without a value. */
export function given(facts: readonly (readonly [label: string, value: ReactNode])[]): Fact[] {
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

interface Props {
  title?: string
  /** The heading level of the title, one below the heading above it. */
  level?: 2 | 3
  facts: readonly Fact[]
  /** Puts each value below its label, at full width. */
  isStacked?: boolean
}

/** Labelled values under a heading, one on each line. */
export function Facts({ title, level = 3, facts, isStacked = false }: Props) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.facts}>
      {title !== undefined && <Heading className={styles.title}>{title}</Heading>}
      <dl className={styles.list} data-stacked={isStacked || undefined}>
        {facts.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? breakable(value) : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Lets a long email break after its @ rather than within a word. */
export function breakable(text: string): ReactNode {
  const at = text.indexOf('@') + 1
  if (at === 0) return text
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <wbr />
      <span>{text.slice(at)}</span>
    </>
  )
}
