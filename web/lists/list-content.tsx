import { IconWifiOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { ListPaging } from './list-paging.tsx'
import type { ListPage } from './use-list.ts'

interface Props<P extends ListPage> {
  list: UseQueryResult<P>
  perPage: number
  /** Says what is being loaded. */
  loading: string
  /** Stands in place of the rows where there are none. */
  nothing: ReactNode
  onPerPage: (perPage: number) => void
  onTurn: (cursor: string) => void
  /** Draws the rows; stale ones stay in sight until others come. */
  children: (rows: P['data'], isStale: boolean) => ReactNode
}

/** Below the filters of a list: its rows and their paging, or why there are none. */
export function ListContent<P extends ListPage>(props: Props<P>) {
  const { list, perPage, loading, nothing, onPerPage, onTurn, children } = props
  const t = useT()
  if (list.isPending) return <RowSkeletons rows={perPage} label={loading} />
  if (list.data === undefined) {
    return (
      <Notice
        title={t('lists:failed.title')}
        text={t('lists:failed.text')}
        picture={<IconWifiOff size={40} stroke={1.5} aria-hidden />}
      >
        <Button onClick={() => void list.refetch()} isPending={list.isFetching}>
          {t('lists:failed.retry')}
        </Button>
      </Notice>
    )
  }
  const { data, page } = list.data
  if (data.length === 0) return nothing
  return (
    <>
      {children(data, list.isPlaceholderData)}
      <ListPaging
        perPage={perPage}
        previous={list.isPlaceholderData ? null : page.previous}
        next={list.isPlaceholderData ? null : page.next}
        onPerPage={onPerPage}
        onTurn={onTurn}
      />
    </>
  )
}
