import { IconFilterOff, IconWifiOff } from '@tabler/icons-react'
import type { QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import type { ListPrint } from '../../contract/list-prints/endpoints.ts'
import { mostRowsPrinted } from '../../contract/listing.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { useUser } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { useSettled } from '../ui/use-settled.ts'
import type { AddressChanges } from './list-address.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ListBar, useBarFilters, type OwnFilters } from './list-bar.tsx'
import { ListPaging } from './list-paging.tsx'
import styles from './list-page.module.css'
import type { PageOfRows } from './page-of-rows.ts'
import { ListRows, type ListColumn } from './list-rows.tsx'
import { ListSort } from './list-sort.tsx'
import { PrintButton, printedWords, usePrinted, type OtherPrint } from './print-list.tsx'
import { besideWidth } from './row-link.tsx'
import { useColumns } from './use-columns.ts'
import { useRowsPerPage } from './use-rows-per-page.ts'

/** On paper alone, so the page does not wait for it. */
const ListOnPaper = lazyPage(async () => (await import('./list-on-paper.tsx')).ListOnPaper)

interface Total extends Pick<PageOfRows<unknown>['page'], 'total' | 'totalIsCapped'> {
  /** Whether this is the number of the list before, and the one that was asked for is still to come. */
  isWaiting: boolean
}

/** The nouns whose phrases hold what a list says. */
type ListWords = { [N in keyof Phrases]: 'list.caption' extends keyof Phrases[N] ? N : never }[keyof Phrases]

/** What the rows of each are, as the audit trail names them where all of them are printed. */
const rowsOf: Record<ListWords, ListPrint['list']> = {
  assays: 'assay',
  audit: 'audit-event',
  groups: 'group',
  invites: 'invite',
  operator: 'tenant',
  organisations: 'organisation',
  subjects: 'subject',
  testRecords: 'test-record',
  users: 'user',
}

/** What every list can be narrowed by, ordered and paged. */
interface AnyAddress<Sort extends string> {
  organisation?: string
  group?: string
  search?: string
  sort?: Sort
  perPage?: number
  cursor?: string
}

interface Props<Row, A extends AnyAddress<Sort>, Sort extends string, K extends QueryKey> {
  /** Under which noun the phrases are: title, counts, caption and so on. */
  words: ListWords
  /** Where the noun's own title does not fit. */
  title?: string
  /** What the address asks for, and how it changes. */
  search: A
  address: AddressChanges<A, Sort>
  query: (search: A) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>
  columns: readonly ListColumn<Row, Sort>[]
  sortWords: (sort: Sort) => string
  /** Below which width, in pixels, a row is a card instead: where a table would hide what the card shows. */
  cardsBelow?: number
  /** What can be searched for, where the noun's own words do not fit every tenant. */
  searchHelp?: string
  /** Stands between the title and the filters: what must be known of the list as a whole. */
  notice?: Elements
  /** Stands below the rows: what is good to know of the list as a whole. */
  foot?: Elements
  /** The filters of this list alone. */
  filters: (change: (change: Partial<A>) => void) => OwnFilters
  /** Whether all of it may be printed, where not whoever sees it may. */
  mayPrint?: boolean
  /** What can be printed besides the list. */
  otherPrints?: readonly OtherPrint[]
  /** At the right of the title, once the rows are known. */
  actions?: (total: Total) => Elements
  /** The way to the first row: at the right of the title, and in an empty list. */
  create?: Elements
  /** The same, where the frame of every page offers it: in an empty list alone. */
  createWhenEmpty?: ReactNode
  /** Stands over the words of an empty list. */
  picture: ReactNode
  /** Besides clearing the filters, what shows more where they leave nothing. */
  noMatch?: (change: (change: Partial<A>) => void) => Elements
  /** In place of the rows, where what the address asks for cannot be. */
  impossible?: Elements
}

/**
 * The page of a list: title and count, one bar, rows and their paging, and why there are none where there are none. A page
 * below it, such as the one of a row, is beside the list where there is room, else in its place.
 */
export function ListPage<
  Row extends { id: string },
  A extends AnyAddress<Sort>,
  Sort extends string,
  K extends QueryKey,
>(props: Props<Row, A, Sort, K>) {
  const { id: openId } = useParams({ strict: false })
  const hasRoom = useMediaQuery(besideWidth)
  const isCovered = openId !== undefined && !hasRoom
  return (
    // What is open stays where it is in the tree while the window changes its width: somebody may be typing there.
    <div className={isCovered ? undefined : styles.layout} data-open={openId !== undefined || undefined}>
      {!isCovered && <List {...props} openId={openId} />}
      <Outlet />
    </div>
  )
}

function List<Row extends { id: string }, A extends AnyAddress<Sort>, Sort extends string, K extends QueryKey>(
  props: Props<Row, A, Sort, K> & { openId: string | undefined },
) {
  const { words, search, address, query, columns, sortWords, cardsBelow = 768, openId } = props
  const {
    mayPrint = true,
    otherPrints = [],
    notice,
    foot,
    filters,
    actions,
    create,
    createWhenEmpty = create,
    picture,
    noMatch,
    impossible,
  } = props
  const t = useT()
  const { searchHelp = t(`${words}:searchHelp`), title = t(`${words}:title`) } = props
  const navigate = useNavigate()
  const hasCards = useMediaQuery(`(max-width: ${cardsBelow - 1}px)`)
  const rows = useRowsPerPage(search.perPage)
  const list = useList(query, { ...search, perPage: rows.perPage })
  const go = (changed: A, resetScroll = false) => void navigate({ to: '.', search: changed as object, resetScroll })
  const change = (changed: Partial<A>) => go(address.change(search, changed))
  const clear = () => go(address.clear(search))
  const page = impossible === undefined ? list.data?.page : undefined
  const isEmpty = page?.total === 0 && !address.isNarrowed(search)
  // Where the rows come at once, nothing flickers.
  const isWaiting = useSettled(list.isPlaceholderData, 200) && list.isPlaceholderData
  const { shown, ...choice } = useColumns(words, columns)
  const bar = useBarFilters({
    search,
    places: address.places,
    onChange: (changed) => change(changed as Partial<A>),
    own: filters(change),
  })
  // What an operator who has entered a tenant's records would print is nothing to show to others.
  const isOperator = useUser().entry !== null
  // There its head has no room for one more button, and the browser prints what is on the screen.
  const isPhone = useMediaQuery('(max-width: 767px)')
  const isHere = page !== undefined && !list.isPlaceholderData
  // What is open beside the list is what the page is about, and what the browser prints of it.
  const onScreen =
    isHere && list.data !== undefined && openId === undefined
      ? { ...page, rows: list.data.data, isFromFirst: page.previous === null }
      : undefined
  const [printed, setPrinted] = usePrinted(onScreen)
  const countOf = ({ total, totalIsCapped }: Pick<Total, 'total' | 'totalIsCapped'>) =>
    t(totalIsCapped ? `${words}:countCapped` : `${words}:count`, { count: total })
  const count = page === undefined || isWaiting ? t('lists:loading') : countOf(page)

  function content() {
    if (impossible !== undefined) return impossible
    if (list.isPending) return <RowSkeletons rows={rows.perPage} label={t(`${words}:loading`)} />
    if (list.data === undefined) return <Failed list={list} onClear={clear} />
    if (list.data.data.length === 0) {
      return isEmpty && search.cursor === undefined ? (
        <Notice title={t(`${words}:empty.title`)} text={t(`${words}:empty.text`)} picture={picture}>
          {createWhenEmpty}
        </Notice>
      ) : (
        <Notice
          title={t(`${words}:noMatch.title`)}
          text={t('lists:noMatch.text')}
          picture={<IconFilterOff size={40} stroke={1.5} aria-hidden />}
        >
          <Button variant="default" onClick={clear}>
            {t('lists:filter.clear')}
          </Button>
          {noMatch?.(change)}
        </Notice>
      )
    }
    return (
      <>
        <ListRows
          caption={t(`${words}:list.caption`)}
          columns={hasCards ? columns : shown}
          rows={list.data.data}
          hasCards={hasCards}
          openId={openId}
          sort={address.sortOf(search)}
          onSort={(sort) => change({ sort } as Partial<A>)}
          isStale={list.isPlaceholderData}
        />
        <ListPaging
          perPage={rows.perPage}
          previous={list.isPlaceholderData ? null : list.data.page.previous}
          next={list.isPlaceholderData ? null : list.data.page.next}
          onPerPage={(perPage) => {
            rows.remember(perPage)
            change({ perPage } as Partial<A>)
          }}
          onTurn={(cursor) => go(address.change(search, { cursor } as Partial<A>), hasCards)}
        />
      </>
    )
  }

  return (
    <Page
      title={title}
      isDense
      detail={page && <span role="status">{count}</span>}
      actions={
        <>
          {page && page.total > 0 && !isPhone && (
            <PrintButton
              list={rowsOf[words]}
              mayPrint={mayPrint && !isOperator}
              others={otherPrints}
              count={printedWords(t, { ...page, printed: mostRowsPrinted, isFromFirst: true }, countOf(page))}
              isWaiting={isWaiting}
              search={search}
              query={query}
              filter={address.whole(search)}
              onPrinted={setPrinted}
            />
          )}
          {page && actions?.({ ...page, isWaiting })}
          {!isEmpty && create}
        </>
      }
    >
      <Suspense fallback={null}>
        <ListOnPaper
          title={title}
          columns={shown}
          rows={printed?.rows}
          count={
            printed === undefined ? '' : printedWords(t, { ...printed, printed: printed.rows.length }, countOf(printed))
          }
          terms={[
            ...bar.onPaper,
            ...(search.search ? [{ key: 'search', words: t('lists:print.search', { text: search.search }) }] : []),
            { key: 'order', words: t('lists:print.order', { order: sortWords(address.sortOf(search)) }) },
          ]}
          none={t(isEmpty ? `${words}:empty.title` : `${words}:noMatch.title`)}
        />
      </Suspense>
      {notice}
      <ListBar
        search={search}
        help={address.isSearched ? searchHelp : undefined}
        onChange={(changed) => change(changed as Partial<A>)}
        onClear={clear}
        filters={bar}
        count={count}
      >
        {hasCards ? (
          <ListSort
            sort={address.sortOf(search)}
            sorts={address.sorts.map((value) => ({ value, label: sortWords(value) }))}
            onSort={(sort) => change({ sort } as Partial<A>)}
          />
        ) : (
          <ColumnsMenu columns={columns} {...choice} />
        )}
      </ListBar>
      {content()}
      {foot}
    </Page>
  )
}

function Failed({
  list,
  onClear,
}: {
  list: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  onClear: () => void
}) {
  const t = useT()
  // Asked the same again, the server would say the same.
  if (list.error instanceof ApiError && list.error.status === 422) {
    const [wrong = list.error.message] = Object.values(fieldErrors(list.error))
    return (
      <Notice
        title={t('lists:failed.title')}
        text={wrong}
        picture={<IconFilterOff size={40} stroke={1.5} aria-hidden />}
      >
        <Button onClick={onClear}>{t('lists:filter.clear')}</Button>
      </Notice>
    )
  }
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

/**
 * The page of the list that an address asks for; the page before stays in sight while it loads. It asks for the next page
 * ahead of its turn, too, and draws nothing when that comes.
 */
function useList<A extends { cursor?: string }, Row, K extends QueryKey>(
  query: (address: A) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>,
  address: A,
) {
  const list = useQuery({ ...query(address), placeholderData: keepPreviousData })
  const next = list.data?.page.next ?? undefined
  useQuery({
    ...query({ ...address, cursor: next }),
    enabled: next !== undefined && !list.isPlaceholderData,
    notifyOnChangeProps: [],
  })
  return list
}
