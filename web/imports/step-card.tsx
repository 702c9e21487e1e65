import { IconCheck } from '@tabler/icons-react'
import { useId, type Ref } from 'react'
import type { Elements } from '../ui/elements.ts'
import * as styles from './step-card.module.css'

interface Props {
  /** The place of the step, counted from 1; left out for a step that stands alone. */
  number?: number
  title: string
  isDone?: boolean
  ref?: Ref<HTMLHeadingElement>
  /** Drawn at the right of the title. */
  actions?: Elements
  children: Elements
}

/** A step of an import, as a card with its number. Its heading can take the focus, so that reading goes on there. */
export function StepCard({ number, title, isDone = false, ref, actions, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        {number !== undefined && (
          <span className={styles.mark} data-done={isDone || undefined} aria-hidden>
            {isDone ? <IconCheck size={16} stroke={3} /> : number}
          </span>
        )}
        <h2 id={id} ref={ref} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
