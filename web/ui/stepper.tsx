import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import styles from './stepper.module.css'

export interface StepItem {
  key: string
  title: string
  /** What the step holds already, in a few words. */
  summary?: string | undefined
  state: 'done' | 'current' | 'coming'
  /** Wraps the title in a link back to the step; the router's, which this folder does not know. */
  link?: (children: ReactNode, className: string | undefined) => Elements
}

/** The steps of a task by name: at the side on wide screens, above on a phone. A step that is done leads back to it. */
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
