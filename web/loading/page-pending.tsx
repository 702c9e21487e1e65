import { Skeleton } from '../ui/skeleton.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './page-pending.module.css'
import { Waiting } from './waiting.tsx'

/** The placeholder of a page that loads for longer than a moment, in the usual shape: a title, a bar and rows. */
export function PagePending() {
  const t = useT()
  return (
    <Waiting>
      <div role="status" aria-label={t('shell:loading')} className={styles.pending}>
        <Skeleton height={32} width="min(240px, 60%)" />
        <Skeleton height={40} />
        <Skeleton height={320} />
      </div>
    </Waiting>
  )
}
