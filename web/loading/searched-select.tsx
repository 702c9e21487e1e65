import type { ComponentProps } from 'react'
import { Later } from '../ui/later.tsx'
import type { SearchSelect } from '../ui/search-select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { lazyPage } from './lazy-page.ts'

const Select = lazyPage(async () => (await import('../ui/search-select.tsx')).SearchSelect)

type Props = ComponentProps<typeof SearchSelect>

/** A `SearchSelect` that is loaded when it is first drawn, for pages that most people use without it. */
export function SearchedSelect(props: Props) {
  return (
    <Later code={Select} fallback={<Skeleton height={props.hiddenLabel ? 44 : 72} />}>
      <Select {...props} />
    </Later>
  )
}
