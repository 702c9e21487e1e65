import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import * as styles from './stepper.module.css'

export interface StepItem {
  key: string
  title: string
  /** A short summary of the step's data. */
  summary?: string | undefined
  state: 'done' | 'current' | 'coming'
  /** Wraps the title in a link to the step. Passed in, because this folder does not know the router. */
  link?: (children: ReactNode, className: string | undefined) => Elements
}

/** The named steps of a task: at the side on wide screens, at the top on a phone. Completed steps are links. */
export function Stepper({ label, items, position }: { label: string; items: readonly StepItem[]; position: string }) {
  return (
    <nav aria-label={label} className={styles.stepper}>
      <p className={styles.position}>{position}</p>
      <ol className={styles.steps}>
        {items.map((item, index) => (
          <li
            key={item.key}
            className={styles.step}
            data-state={item.state}
            aria-current={item.state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {item.state === 'done' ? <IconCheck size={14} stroke={3} /> : index + 1}
            </span>
            <span className={styles.text}>
              {item.link && item.state !== 'current' ? item.link(item.title, styles.link) : <span>{item.title}</span>}
              {item.summary !== undefined && <span className={styles.summary}>{item.summary}</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
