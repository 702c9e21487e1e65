import { results } from '../../contract/rules/results.ts'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import * as notice from './lots-notice.module.css'
import * as page from './dashboard-page.module.css'
import * as tiles from './result-tiles.module.css'

export function DashboardSkeleton() {
  const t = useT()
  return (
    <div className={page.figures} role="status" aria-label={t('shell:loading')}>
      <div className={notice.room}>
        <Skeleton height={60} />
      </div>
      <div className={tiles.tiles}>
        {results.map((result) => (
          <Skeleton key={result} height={148} />
        ))}
      </div>
      <div className={page.row}>
        <Skeleton height={180} />
        <Skeleton height={440} />
      </div>
    </div>
  )
}
