import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { can, whyCannotRecord } from '../../contract/permissions/can.ts'
import { testRecordList } from '../../contract/test-records/filter.ts'
import { ListContent } from '../lists/list-content.tsx'
import { NoMatch } from '../lists/no-match.tsx'
import { SortSelect } from '../lists/sort-select.tsx'
import { useList } from '../lists/use-list.ts'
import { useRowsPerPage } from '../lists/use-rows-per-page.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { isBackwards } from '../ui/date-range.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { ExportButton } from './export-button.tsx'
import { ListFilters } from './list-filters.tsx'
import { changeSearch, clearFilters, hasFilters, testRecordAddress, type ListSearch } from './list-search.ts'
import { ListCards, ListTable } from './list-table.tsx'
import { useListTotal } from './list-total.ts'
import { testRecordsQuery } from './queries.ts'
import { besideWidth } from './record-place.ts'
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
  const rows = useRowsPerPage(search.perPage)
  const list = useList(testRecordsQuery, { ...search, perPage: rows.perPage })
  const go = (changed: ListSearch, resetScroll = false) => void navigate({ to: '.', search: changed, resetScroll })
  const onChange = (change: Partial<ListSearch>) => go(changeSearch(search, change))
  const onPerPage = (perPage: number) => {
    rows.remember(perPage)
    onChange({ perPage })
  }
  const sort = testRecordAddress.sortOf(search)
  const isImpossible = isBackwards(search)
  const page = isImpossible ? undefined : list.data?.page
  const counted = useListTotal(search, page)

  return (
    <Page
      title={t('testRecords:title')}
      detail={
        counted && (
          <span role="status">
            {t(counted.totalIsCapped ? 'testRecords:countCapped' : 'testRecords:count', { count: counted.total })}
          </span>
        )
      }
      actions={
        counted &&
        can(holder, 'export-tests') &&
        counted.total > 0 && <ExportButton search={search} total={counted.total} isCapped={counted.totalIsCapped} />
      }
    >
      <ListFilters search={search} onChange={onChange} onClear={() => go(clearFilters(search))} />
      {isImpossible ? (
        <RangeBackwards />
      ) : (
        <ListContent
          list={list}
          perPage={rows.perPage}
          loading={t('testRecords:loading')}
          nothing={
            <Nothing
              search={search}
              mayRecord={whyCannotRecord(holder) === undefined}
              onClear={() => go(clearFilters(search))}
              onShowVoided={() => onChange({ state: 'all' })}
            />
          }
          onPerPage={onPerPage}
          onTurn={(cursor) => go(changeSearch(search, { cursor }), isPhone)}
        >
          {(records, isStale) =>
            isPhone ? (
              <>
                <SortSelect
                  sort={sort}
                  options={testRecordList.sorts.map((value) => ({ value, label: t(`testRecords:sort.${value}`) }))}
                  onSort={(changed) => onChange({ sort: changed })}
                />
                <ListCards records={records} search={search} isStale={isStale} />
              </>
            ) : (
              <ListTable
                records={records}
                search={search}
                sort={sort}
                onSort={(changed) => onChange({ sort: changed })}
                openId={openId}
                isBeside={isBeside}
                isStale={isStale}
              />
            )
          }
        </ListContent>
      )}
    </Page>
  )
}

interface NothingProps {
  search: ListSearch
  mayRecord: boolean
  onClear: () => void
  onShowVoided: () => void
}

function Nothing({ search, mayRecord, onClear, onShowVoided }: NothingProps) {
  const t = useT()
  if (hasFilters(search) || search.cursor !== undefined) {
    return (
      <NoMatch title={t('testRecords:noMatch.title')} onClear={onClear}>
        {/* Who looks for a record that was voided must find it. */}
        {search.state === undefined && (
          <Button variant="default" onClick={onShowVoided}>
            {t('testRecords:filter.state.all')}
          </Button>
        )}
      </NoMatch>
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
