import type { Elements } from '../ui/elements.ts'
import * as styles from './introduction.module.css'

/** Says in paragraphs what a short list is for. It stands below the list, so that the first row is in sight at once. */
export function Introduction({ children }: { children: Elements }) {
  return <div className={styles.introduction}>{children}</div>
}
