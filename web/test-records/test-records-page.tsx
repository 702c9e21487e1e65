import { IconClipboardList, IconFilterOff, IconPlus, IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { can, whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { ExportButton } from './export-button.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListPaging } from './list-paging.tsx'
import { changeSearch, clearFilters, defaultPerPage, defaultSort, hasFilters, type ListSearch } from './list-search.ts'
import { ListCards, ListTable } from './list-table.tsx'
import { testRecordsQuery } from './queries.ts'
import { SortSelect } from './sort-select.tsx'
import { besideWidth } from './record-place.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import styles from './test-records-page.module.css'

/** The list, and in its outlet the open record: beside the list where there is room, else in its place. */
export function TestRecordsPage() {
  const { id: openId } = useParams({ strict: false })
  const hasRoom = useMediaQuery(besideWidth)
  const search = useSearch({ from: '/logged-in/test-records' })
  if (openId !== undefined && !hasRoom) return <Outlet />
  return (
    <div className={styles.layout} data-open={openId !== undefined || undefined}>
      <List search={search} openId={openId} isBeside={hasRoom} />
      <Outlet />
    </div>
  )
}

function List({ search, openId, isBeside }: { search: ListSearch; openId: string | undefined; isBeside: boolean }) {
  const t = useT()
  const holder = useHolder()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 767px)')
  const list = useQuery(testRecordsQuery(search))
  const next = list.data?.page.next ?? undefined
  // Asks for the next page ahead of its turn and draws nothing when it comes.
  useQuery({
    ...testRecordsQuery({ ...search, cursor: next }),
    enabled: next !== undefined && !list.isPlaceholderData,
    notifyOnChangeProps: [],
  })
  const go = (changed: ListSearch, resetScroll = false) => void navigate({ to: '.', search: changed, resetScroll })
  const onChange = (change: Partial<ListSearch>) => go(changeSearch(search, change))
  const sort = search.sort ?? defaultSort
  const perPage = search.perPage ?? defaultPerPage
  const page = list.data?.page

  return (
    <Page
      title={t('testRecords:title')}
      detail={
        page && (
          <span role="status">
            {t(page.totalIsCapped ? 'testRecords:countCapped' : 'testRecords:count', { count: page.total })}
          </span>
        )
      }
      actions={
        page &&
        can(holder, 'export-tests') &&
        page.total > 0 && <ExportButton search={search} total={page.total} isCapped={page.totalIsCapped} />
      }
    >
      <ListFilters search={search} onChange={onChange} onClear={() => go(clearFilters(search))} />
      {list.isPending ? (
        <RowSkeletons rows={perPage} label={t('testRecords:loading')} />
      ) : list.data === undefined ? (
        <Notice
          title={t('testRecords:failed.title')}
          text={t('testRecords:failed.text')}
          picture={<IconWifiOff size={40} stroke={1.5} aria-hidden />}
        >
          <Button onClick={() => void list.refetch()} isPending={list.isFetching}>
            {t('testRecords:failed.retry')}
          </Button>
        </Notice>
      ) : list.data.data.length === 0 ? (
        <Nothing
          search={search}
          mayRecord={whyCannotRecord(holder) === undefined}
          onClear={() => go(clearFilters(search))}
        />
      ) : (
        <>
          {isPhone ? (
            <>
              <SortSelect sort={sort} onSort={(changed) => onChange({ sort: changed })} />
              <ListCards records={list.data.data} search={search} isStale={list.isPlaceholderData} />
            </>
          ) : (
            <ListTable
              records={list.data.data}
              search={search}
              sort={sort}
              onSort={(changed) => onChange({ sort: changed })}
              openId={openId}
              isBeside={isBeside}
              isStale={list.isPlaceholderData}
            />
          )}
          <ListPaging
            perPage={perPage}
            previous={list.isPlaceholderData ? null : list.data.page.previous}
            next={list.isPlaceholderData ? null : list.data.page.next}
            onPerPage={(rows) => onChange({ perPage: rows })}
            onTurn={(cursor) => go(changeSearch(search, { cursor }), isPhone)}
          />
        </>
      )}
    </Page>
  )
}

function Nothing({ search, mayRecord, onClear }: { search: ListSearch; mayRecord: boolean; onClear: () => void }) {
  const t = useT()
  if (hasFilters(search) || search.cursor !== undefined) {
    return (
      <Notice
        title={t('testRecords:noMatch.title')}
        text={t('testRecords:noMatch.text')}
        picture={<IconFilterOff size={40} stroke={1.5} aria-hidden />}
      >
        <Button variant="default" onClick={onClear}>
          {t('testRecords:filter.clear')}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice
      title={t('testRecords:empty.title')}
      text={t('testRecords:empty.text')}
      picture={<IconClipboardList size={40} stroke={1.5} aria-hidden />}
    >
      {mayRecord && (
        <Link {...paths.createTest()} className={buttonClass()}>
          <IconPlus size={18} aria-hidden />
          {t('testRecords:empty.record')}
        </Link>
      )}
    </Notice>
  )
}
