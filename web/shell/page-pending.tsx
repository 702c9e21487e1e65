import { useT } from '../ui/phrases.ts'
import styles from './page-pending.module.css'

/** Stands for a page while it loads for longer than a moment. */
export function PagePending() {
  const t = useT()
  return <div role="status" aria-label={t('shell:loading')} className={styles.pending} />
}
