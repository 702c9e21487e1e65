import { AssayFilter } from '../lists/assay-filter.tsx'
import { PlaceFilter } from '../lists/place-filter.tsx'
import type { DashboardSearch } from '../paths.ts'

interface Props {
  search: DashboardSearch
  onChange: (change: Partial<DashboardSearch>) => void
}

/** Filters the figures by organisation, group and assay, as far as there is a choice. */
export function Narrowing({ search, onChange }: Props) {
  return (
    <>
      <PlaceFilter place={search} kinds={['organisation', 'group']} onChange={onChange} />
      <AssayFilter isInBar assay={search.assay} onChange={(assay) => onChange({ assay })} />
    </>
  )
}
