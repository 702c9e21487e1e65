import { useT } from '../ui/phrases.ts'
import styles from './page-pending.module.css'
import { Waiting } from './waiting.tsx'

/** Stands for a page while it loads for longer than a moment. */
export function PagePending() {
  const t = useT()
  return (
    <Waiting>
      <div role="status" aria-label={t('shell:loading')} className={styles.pending} />
    </Waiting>
  )
}
