import { Link } from '@tanstack/react-router'
import type { TestRecordSort } from '../../contract/test-records/filter.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { CardList, cardClasses } from '../lists/card-list.tsx'
import { SecondLine, Time } from '../lists/cells.tsx'
import { paths } from '../paths.ts'
import { DataTable, rowLinkClass, type Column } from '../ui/data-table.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import type { ListSearch } from './list-search.ts'
import { RecordResult, SubjectCell } from './result-cells.tsx'
import styles from './list-table.module.css'

interface Props {
  records: readonly TestRecordListItem[]
  search: ListSearch
  sort: TestRecordSort
  onSort: (sort: TestRecordSort) => void
  openId: string | undefined
  /** Whether a record opens beside the table, which then stays where it is. */
  isBeside: boolean
  isStale: boolean
}

/** The page of records as a table, result first. */
export function ListTable({ records, search, sort, onSort, openId, isBeside, isStale }: Props) {
  const t = useT()
  return (
    <DataTable
      caption={t('testRecords:list.caption')}
      columns={columnsOf(t, search, isBeside)}
      rows={records}
      rowKey={({ id }) => id}
      selectedKey={openId}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
    />
  )
}

/** The same records on a phone: a card each, in the same order. */
export function ListCards({ records, search, isStale }: Pick<Props, 'records' | 'search' | 'isStale'>) {
  const t = useT()
  return (
    <CardList
      label={t('testRecords:list.caption')}
      rows={records}
      rowKey={({ id }) => id}
      isStale={isStale}
      card={(record) => (
        <>
          <div className={cardClasses.line}>
            <RecordResult record={record} />
            <RecordLink record={record} search={search} isBeside={false} />
          </div>
          <p className={cardClasses.main}>
            <SubjectCell subject={record.subject} />
          </p>
          <p className={cardClasses.detail}>{placeOf(record)}</p>
          <p className={cardClasses.detail}>
            <Time at={record.performedAt} zone={record.performedZone} /> ·{' '}
            {record.recordedBy?.name ?? t('testRecords:unknownPerson')}
          </p>
        </>
      )}
    />
  )
}

function columnsOf(t: Translate, search: ListSearch, isBeside: boolean): Column<TestRecordListItem, TestRecordSort>[] {
  return [
    {
      key: 'result',
      title: t('testRecords:column.result'),
      sort: sortBy('result', '-result'),
      cell: (record) => <RecordResult record={record} />,
    },
    {
      key: 'testId',
      title: t('testRecords:column.testId'),
      sort: sortBy('test_id', '-test_id'),
      cell: (record) => <RecordLink record={record} search={search} isBeside={isBeside} />,
    },
    {
      key: 'subject',
      title: t('testRecords:column.subject'),
      cell: ({ subject }) => <SubjectCell subject={subject} />,
    },
    {
      key: 'place',
      title: t('testRecords:column.place'),
      room: 'medium',
      cell: (record) => (
        <>
          {record.group.name}
          <SecondLine>{record.organisation.name}</SecondLine>
        </>
      ),
    },
    {
      key: 'recordedBy',
      title: t('testRecords:column.recordedBy'),
      room: 'large',
      cell: ({ recordedBy }) => recordedBy?.name ?? t('testRecords:unknownPerson'),
    },
    {
      key: 'performedAt',
      title: t('testRecords:column.performedAt'),
      sort: sortBy('-performed_at', 'performed_at'),
      cell: ({ performedAt, performedZone }) => <Time at={performedAt} zone={performedZone} />,
    },
    {
      key: 'recordedAt',
      title: t('testRecords:column.recordedAt'),
      room: 'widest',
      sort: sortBy('-recorded_at', 'recorded_at'),
      cell: ({ recordedAt, performedZone }) => <Time at={recordedAt} zone={performedZone} />,
    },
  ]
}

function sortBy(first: TestRecordSort, second: TestRecordSort) {
  return { first, second, isAscending: (sort: TestRecordSort) => !sort.startsWith('-') }
}

function RecordLink({ record, search, isBeside }: { record: TestRecordListItem } & Pick<Props, 'search' | 'isBeside'>) {
  return (
    <Link
      {...paths.testRecord(record.id, { ...search, crumb: record.testId })}
      className={`${rowLinkClass} ${styles.testId}`}
      data-record={record.id}
      {...(isBeside && { state: { keepsPlace: true }, resetScroll: false })}
    >
      {record.testId}
    </Link>
  )
}

function placeOf({ group, organisation }: TestRecordListItem): string {
  return `${group.name}, ${organisation.name}`
}
