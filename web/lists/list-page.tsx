import { IconFilterOff, IconWifiOff } from '@tabler/icons-react'
import type { QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { mostRowsPrinted } from '../../contract/listing.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { useUser } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { useSettled } from '../ui/use-settled.ts'
import type { AddressChanges } from '../routing/list-address.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ListBar, useBarFilters, type OwnFilters } from './list-bar.tsx'
import { ListPaging } from './list-paging.tsx'
import * as styles from './list-page.module.css'
import type { AnyRow, PageOfRows } from './page-of-rows.ts'
import { ListRows, type ListColumn } from './list-rows.tsx'
import { ListSort } from './list-sort.tsx'
import { PrintButton, printedWords, usePrinted, type OtherPrint } from './print-list.tsx'
import { besideWidth } from './row-link.tsx'
import { useColumns } from './use-columns.ts'
import { useRowsPerPage } from './use-rows-per-page.ts'

/** Loaded separately, because only printing needs it. */
const ListOnPaper = lazyPage(async () => (await import('./list-on-paper.tsx')).ListOnPaper)

interface Total extends Pick<PageOfRows<unknown>['page'], 'total' | 'totalIsCapped'> {
  /** True while this is still the count of the previous list. */
  isWaiting: boolean
}

/** Nouns whose phrases include the texts of a list. */
type ListWords = { [N in keyof Phrases]: 'list.caption' extends keyof Phrases[N] ? N : never }[keyof Phrases]

interface AnyAddress<Sort extends string> {
  organisation?: string
  group?: string
  search?: string
  sort?: Sort
  perPage?: number
  cursor?: string
}

interface Props<Row, A extends AnyAddress<Sort>, Sort extends string, K extends QueryKey> {
  /** The noun whose phrases hold the title, counts, caption and other texts. */
  words: ListWords
  title?: string
  search: A
  address: AddressChanges<A, Sort>
  query: (search: A) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>
  columns: readonly ListColumn<Row, Sort>[]
  sortWords: (sort: Sort) => string
  /** Width in pixels below which rows become cards, because a table would hide what a card shows. */
  cardsBelow?: number
  /** Replaces the noun's own search help for tenants that it does not fit. */
  searchHelp?: string
  /** Drawn between the title and the filters, for a message about the whole list. */
  notice?: Elements
  /** Drawn at the beginning of the bar of a list that is not searched, in the place of the search. */
  lead?: Elements
  /** Drawn below the rows, for a message about the whole list. */
  foot?: Elements
  /** Builds the filters that only this list has. */
  filters: (change: (change: Partial<A>) => void) => OwnFilters
  /** Overrides who may print the whole list; by default everyone who sees it may. */
  mayPrint?: boolean
  otherPrints?: readonly OtherPrint[]
  /** Drawn at the right of the title once the row count is known. */
  actions?: (total: Total) => Elements
  /** Creates a row. Drawn at the right of the title, and in an empty list. */
  create?: Elements
  /** Creates a row. Drawn only in an empty list, for lists whose page frame already offers it. */
  createWhenEmpty?: ReactNode
  /** Drawn above the text of an empty list. */
  picture: ReactNode
  /** Offered next to "clear the filters" when no row matches. */
  noMatch?: (change: (change: Partial<A>) => void) => Elements
  /** Replaces the rows when the address asks for something impossible. */
  impossible?: Elements
}

/**
 * The page of a list: title, count, bar, rows and paging, or the reason why there are no rows. A child page, such as
 * the page of a row, opens beside the list where there is room, otherwise in its place.
 */
export function ListPage<Row extends AnyRow, A extends AnyAddress<Sort>, Sort extends string, K extends QueryKey>(
  props: Props<Row, A, Sort, K>,
) {
  const { id: openId } = useParams({ strict: false })
  const hasRoom = useMediaQuery(besideWidth)
  const isCovered = openId !== undefined && !hasRoom
  return (
    // The open child keeps its position in the tree when the window is resized, because somebody may be typing in it.
    <div className={isCovered ? undefined : styles.layout} data-open={openId !== undefined || undefined}>
      {!isCovered && <List {...props} openId={openId} />}
      <Outlet />
    </div>
  )
}

function List<Row extends AnyRow, A extends AnyAddress<Sort>, Sort extends string, K extends QueryKey>(
  props: Props<Row, A, Sort, K> & { openId: string | undefined },
) {
  const { words, search, address, query, columns, sortWords, cardsBelow = 768, openId } = props
  const {
    mayPrint = true,
    otherPrints = [],
    notice,
    lead,
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
  const { searchHelp, title = t(`${words}:title`) } = props
  const navigate = useNavigate()
  const hasCards = useMediaQuery(`(max-width: ${cardsBelow - 1}px)`)
  const rows = useRowsPerPage(search.perPage)
  const list = useList(query, { ...search, perPage: rows.perPage })
  const go = (changed: A, resetScroll = false) => void navigate({ to: '.', search: changed as object, resetScroll })
  const change = (changed: Partial<A>) => go(address.change(search, changed))
  const clear = () => go(address.clear(search))
  const page = impossible === undefined ? list.data?.page : undefined
  const isEmpty = page?.total === 0 && !address.isNarrowed(search)
  // A fast answer should not make the page flicker.
  const isWaiting = useSettled(list.isPlaceholderData, 200) && list.isPlaceholderData
  const { shown, ...choice } = useColumns(words, columns)
  const bar = useBarFilters({
    search,
    places: address.places,
    onChange: (changed) => change(changed as Partial<A>),
    own: filters(change),
  })
  // Operators who have entered a tenant's records must not produce printouts to show to others.
  const isOperator = useUser().entry !== null
  // On a phone the heading has no room for another button, and the browser prints the screen.
  const isPhone = useMediaQuery('(max-width: 767px)')
  const isHere = page !== undefined && !list.isPlaceholderData
  const terms = [
    ...bar.onPaper,
    ...(search.search ? [{ key: 'search', words: t('lists:print.search', { text: search.search }) }] : []),
    { key: 'order', words: t('lists:print.order', { order: sortWords(address.sortOf(search)) }) },
  ]
  // An open row is the subject of the page, so the browser prints it in place of the list.
  const onScreen =
    isHere && list.data !== undefined && openId === undefined
      ? { ...page, rows: list.data.data, isFromFirst: page.previous === null, terms }
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
          {page && page.total > 0 && !isPhone && address.rows && (
            <PrintButton
              list={address.rows}
              mayPrint={mayPrint && !isOperator}
              others={otherPrints}
              count={printedWords(t, { ...page, printed: mostRowsPrinted, isFromFirst: true }, countOf(page))}
              isWaiting={isWaiting}
              search={search}
              query={query}
              filter={address.whole(search)}
              terms={terms}
              onPrinted={setPrinted}
              paper={ListOnPaper.preload}
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
          lacks={printed?.heldBack ? t('lists:print.lacks', { count: printed.heldBack }) : undefined}
          terms={printed?.terms ?? []}
          none={t(isEmpty ? `${words}:empty.title` : `${words}:noMatch.title`)}
        />
      </Suspense>
      {notice}
      <ListBar
        search={search}
        {...(lead !== undefined && { lead })}
        // A list that is searched has these words.
        help={address.isSearched ? (searchHelp ?? t(`${words}:searchHelp` as PhraseKey)) : undefined}
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
  // Repeating a refused query would give the same answer.
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
        {t('shell:tryAgain')}
      </Button>
    </Notice>
  )
}

/**
 * Loads the page of the list that an address asks for, while the previous page stays in sight. It also prefetches the
 * next page, without a redraw when that arrives.
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
