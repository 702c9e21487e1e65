import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'

interface Props<T> {
  query: UseQueryResult<{ data: T }>
  /** Rows of the placeholder, about as many as the form will have. */
  rows: number
  /** Draws the form with the stored row. */
  children: (row: T) => Elements
}

/** The content of a panel that changes a stored row: a placeholder while it loads, and another attempt if that failed. */
export function Loaded<T>({ query, rows, children }: Props<T>) {
  const t = useT()
  if (query.data !== undefined) return children(query.data.data)
  if (query.isPending) return <RowSkeletons rows={rows} label={t('shell:loading')} />
  return (
    <Notice title={t('editing:notLoaded')} text={t('lists:failed.text')}>
      <Button onClick={() => void query.refetch()} isPending={query.isFetching}>
        {t('lists:failed.retry')}
      </Button>
    </Notice>
  )
}
