import type { ReactNode } from 'react'
import type { Elements } from '../ui/elements.ts'
import { FilterSelect, type FilterOptions } from './filter-select.tsx'

/** One filter of a list: its control and its current value. */
export interface ListFilter {
  label: string
  /** The control in the filter panel; absent for filters that only a link can set. */
  field?: Elements
  inUse: readonly FilterInUse[]
}

/** A filter that is set, in words, with the way to remove it. */
export interface FilterInUse {
  key: string
  icon?: Elements
  words: ReactNode
  onRemove: () => void
}

/** Builds a filter with one of several known values. */
export function choiceFilter<Value extends string>(choice: {
  label: string
  /** The text of the empty choice. */
  any: string
  value: Value | undefined
  options: FilterOptions<Value>
  onChange: (value: Value | undefined) => void
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

/** Builds a filter that only a link can set, and the page can only remove; none if it is not set. */
export function linkedFilter<Value>(
  value: Value | undefined,
  label: string,
  words: (value: Value) => ReactNode,
  onRemove: () => void,
): ListFilter[] {
  return value === undefined ? [] : [{ label, inUse: [{ key: label, words: words(value), onRemove }] }]
}
