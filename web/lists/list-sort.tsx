import { IconArrowsSort } from '@tabler/icons-react'
import { PlainSelect } from '../ui/plain-select.tsx'
import { useT } from '../ui/phrases.ts'
import * as bar from './list-bar.module.css'

interface Props<Sort extends string> {
  sort: Sort
  sorts: readonly { value: Sort; label: string }[]
  onSort: (sort: Sort) => void
}

/** The sort order for cards, which have no column heads. */
export function ListSort<Sort extends string>({ sort, sorts, onSort }: Props<Sort>) {
  const t = useT()
  return (
    <span className={`${bar.sort} ${bar.small}`}>
      <IconArrowsSort size={16} aria-hidden />
      <PlainSelect
        aria-label={t('lists:sort.label')}
        value={sort}
        onChange={({ currentTarget }) => {
          const known = sorts.find(({ value }) => value === currentTarget.value)
          if (known) onSort(known.value)
        }}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
    </span>
  )
}
