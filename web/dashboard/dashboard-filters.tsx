import { useMatch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DashboardSearch } from '../paths.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Later } from '../ui/later.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './dashboard-filters.module.css'
import { RangeSelect } from './range-select.tsx'

/** Loaded separately, because places and assays have their own requests. */
const Narrowing = lazyPage(async () => (await import('./narrowing.tsx')).Narrowing)

interface Props {
  search: DashboardSearch
  onChange: (change: DashboardSearch) => void
}

/** The filters of the figures: the range, the place and the assay. On a phone all but the range are collapsed. */
export function DashboardFilters({ search, onChange }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const afterFigures = useCodeAfterFigures()
  const isInUse = [search.organisation, search.group, search.assay].some((filter) => filter !== undefined)
  return (
    <section aria-label={t('lists:filter.label')} className={styles.filters} data-folded={!isOpen || undefined}>
      <RangeSelect
        choice={{ ...search, range: search.range ?? 'last-7-days' }}
        onChange={({ range, from, to }) => onChange({ ...search, range, from, to })}
      />
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        data-in-use={isInUse || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isInUse ? 'lists:filter.inUse' : 'lists:filter.label')}
      </button>
      <div className={styles.narrowing}>
        <Later code={afterFigures}>
          <Narrowing search={search} onChange={(change) => onChange({ ...search, ...change })} />
        </Later>
      </div>
    </section>
  )
}

/** Loads the code of the place and assay filters, once the figures of the page have arrived. */
function useCodeAfterFigures() {
  const answered = useMatch({ from: '/logged-in/', select: ({ context }) => context.answered })
  return useMemo(
    () => ({
      preload: async () => {
        await answered
        await Narrowing.preload()
      },
    }),
    [answered],
  )
}
