import type { ReactNode } from 'react'
import type { Elements } from '../ui/elements.ts'
import { FilterSelect, type FilterOptions } from './filter-select.tsx'

/** One thing that a list is narrowed by: where it is chosen, and what of it is in use. */
export interface ListFilter {
  label: string
  /** Stands among the other filters; left out of what only a link can choose. */
  field?: Elements
  inUse: readonly FilterInUse[]
}

/** What narrows a list now, in words, and how that is taken away again. */
export interface FilterInUse {
  key: string
  icon?: Elements
  words: ReactNode
  onRemove: () => void
}

/** Narrows a list to one of some known values. */
export function choiceFilter<Value extends string>(choice: {
  label: string
  /** The words for choosing none of them. */
  any: string
  value: Value | undefined
  options: FilterOptions<Value>
  onChange: (value: Value | undefined) => void
  /** Stands below the choice. */
  more?: Elements
}): ListFilter {
  const { more, ...select } = choice
  const { label, value, options, onChange } = select
  const chosen = options.flatMap((group) => group.options).find((option) => option.value === value)
  return {
    label,
    field: (
      <>
        <FilterSelect {...select} />
        {more}
      </>
    ),
    inUse: chosen ? [{ key: label, words: `${label}: ${chosen.label}`, onRemove: () => onChange(undefined) }] : [],
  }
}

/** What a link has narrowed a list to, and nothing on the page can choose. */
export function linkedFilter(label: string, words: ReactNode, onRemove: () => void): ListFilter {
  return { label, inUse: [{ key: label, words, onRemove }] }
}
