import { Suspense } from 'react'
import { lazyPage } from '../shell/page-part.ts'
import type { ListSearch } from './list-search.ts'

/** Most lists are not narrowed by what only charts lead to. */
const ChosenInChart = lazyPage(async () => (await import('./chosen-in-chart.tsx')).ChosenInChart)

interface Props {
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
}

/** What a chart has narrowed the list to besides days, place and result: each is a chip, and pressing it shows the others again. */
export function ChartChips({ search, onChange }: Props) {
  const { analyte, lot, weekday, hour } = search
  if ([analyte, lot, weekday, hour].every((filter) => filter === undefined)) return null
  return (
    <Suspense fallback={null}>
      <ChosenInChart search={search} onChange={onChange} />
    </Suspense>
  )
}
