import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { can, whyCannotRecord } from '../../contract/permissions/can.ts'
import type { TestRecordSort } from '../../contract/test-records/filter.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { SecondLine, Time } from '../lists/cells.tsx'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { isBackwards } from '../ui/date-range.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { ExportButton } from './export-button.tsx'
import { testRecordFilters } from './list-filters.tsx'
import { testRecordAddress, type ListSearch } from './list-search.ts'
import { useListTotal } from './list-total.ts'
import { testRecordsQuery } from './queries.ts'
import { RecordResult, SubjectCell } from './result-cells.tsx'

/** The list of tests, their export, and in its outlet the open record. */
export function TestRecordsPage() {
  const t = useT()
  const holder = useHolder()
  const search = useSearch({ from: '/logged-in/test-records' })
  return (
    <ListPage
      words="testRecords"
      search={search}
      address={testRecordAddress}
      query={testRecordsQuery}
      useTotal={useListTotal}
      columns={columnsOf(t, search)}
      sortWords={(sort) => t(`testRecords:sort.${sort}`)}
      filters={(change) => testRecordFilters(t, search, change)}
      actions={({ total, totalIsCapped }) =>
        can(holder, 'export-tests') &&
        total > 0 && <ExportButton search={search} total={total} isCapped={totalIsCapped} />
      }
      createWhenEmpty={
        whyCannotRecord(holder) === undefined && (
          <Link {...paths.createTest()} className={buttonClass()}>
            <IconPlus size={18} aria-hidden />
            {t('testRecords:empty.record')}
          </Link>
        )
      }
      picture={<IconClipboardList size={40} stroke={1.5} aria-hidden />}
      noMatch={(change) =>
        // Who looks for a record that was voided must find it.
        search.state === undefined && (
          <Button variant="default" onClick={() => change({ state: 'all' })}>
            {t('testRecords:filter.state.all')}
          </Button>
        )
      }
      impossible={isBackwards(search) ? <RangeBackwards /> : undefined}
    />
  )
}

function columnsOf(t: Translate, search: ListSearch): ListColumn<TestRecordListItem, TestRecordSort>[] {
  const recorder = ({ recordedBy }: TestRecordListItem) => recordedBy?.name ?? t('lists:unknownPerson')
  return [
    {
      key: 'result',
      title: t('testRecords:column.result'),
      sort: 'result',
      cell: (record) => <RecordResult record={record} />,
      card: { at: 'start' },
    },
    {
      key: 'testId',
      title: t('testRecords:column.testId'),
      sort: 'test_id',
      cell: ({ id, testId }) => (
        <RowLink id={id} target={paths.testRecord(id, { ...search, crumb: testId })}>
          {testId}
        </RowLink>
      ),
      card: { at: 'end' },
    },
    {
      key: 'subject',
      title: t('testRecords:column.subject'),
      cell: ({ subject }) => <SubjectCell subject={subject} />,
      card: { at: 'main' },
    },
    {
      key: 'place',
      title: t('testRecords:column.place'),
      room: 'medium',
      cell: ({ group, organisation }) => (
        <>
          {group.name}
          <SecondLine>{organisation.name}</SecondLine>
        </>
      ),
      card: { at: 'detail', cell: ({ group, organisation }) => `${group.name}, ${organisation.name}` },
    },
    {
      key: 'recordedBy',
      title: t('testRecords:column.recordedBy'),
      room: 'large',
      cell: recorder,
    },
    {
      key: 'performedAt',
      title: t('testRecords:column.performedAt'),
      sort: '-performed_at',
      cell: ({ performedAt, performedZone }) => <Time at={performedAt} zone={performedZone} />,
      card: {
        at: 'detail',
        cell: (record) => (
          <>
            <Time at={record.performedAt} zone={record.performedZone} /> · {recorder(record)}
          </>
        ),
      },
    },
    {
      key: 'recordedAt',
      title: t('testRecords:column.recordedAt'),
      room: 'widest',
      sort: '-recorded_at',
      cell: ({ recordedAt, performedZone }) => <Time at={recordedAt} zone={performedZone} />,
    },
  ]
}
