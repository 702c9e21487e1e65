import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { can, mayReadRecordHistory, mayUseTestSets, whyCannotRecord } from '../../contract/permissions/can.ts'
import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import type { TestRecordSort } from '../../contract/test-records/filter.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { inTime } from '../api/patience.ts'
import { SecondLine, Time } from '../lists/cells.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { fileOf } from '../lists/fetch-file.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { paths, type TestRecordsSearch } from '../paths.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { isBackwards } from '../ui/date-range.ts'
import { HeldBack } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { alsoSay, useT, type Translate } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { testRecordFilters } from './list-filters.tsx'
import { testRecordAddress, testRecordsQuery } from './queries.ts'
import { HeldBackNote } from './held-back-note.tsx'
import { LineResults, RecordResult, SubjectCell } from './result-cells.tsx'

/** Loaded separately, because most people print one record or none. */
const PrintSeveral = lazyPage(async () => {
  const [several] = await Promise.all([import('./print-several.tsx'), alsoSay('meanings', 'printing')])
  return several.PrintSeveral
})

/** The list of tests with its export, and the open record in its outlet. */
export function TestRecordsPage() {
  const t = useT()
  // The ids of the records chosen for printing; undefined outside that mode.
  const [chosen, setChosen] = useState<readonly string[]>()
  const holder = useHolder()
  const mayExport = can(holder, 'export-tests')
  // Operators who have entered a tenant's records must not make printouts to show to others.
  const isOperator = useUser().entry !== null
  const search = useSearch({ from: '/logged-in/test-records' })

  /** Starts choosing records once the code for it is loaded, so that the bar with their number appears at once. */
  async function choose() {
    try {
      await inTime(PrintSeveral.preload())
      setChosen([])
    } catch {
      showMessage(t('lists:failed.text'), 'danger')
    }
  }

  return (
    <ListPage
      words="testRecords"
      search={search}
      address={testRecordAddress}
      query={testRecordsQuery}
      columns={columnsOf(t, search, chosen && { chosen, change: (changed) => setChosen((now) => changed(now ?? [])) })}
      notice={
        chosen && (
          <Suspense fallback={<Skeleton height={68} />}>
            <PrintSeveral chosen={chosen} onEnd={() => setChosen(undefined)} />
          </Suspense>
        )
      }
      sortWords={(sort) => t(`testRecords:sort.${sort}`)}
      filters={(change) => testRecordFilters(t, search, change, mayReadRecordHistory(holder))}
      // Printing all tests reveals as much as exporting them.
      mayPrint={mayExport}
      otherPrints={
        chosen === undefined && !isOperator
          ? [
              {
                name: t('testRecords:list.print'),
                help: t('testRecords:list.printHelp'),
                onChoose: () => void choose(),
              },
            ]
          : []
      }
      actions={({ total, totalIsCapped, isWaiting }) =>
        total > 0 &&
        mayExport && (
          <ExportButton
            words="testRecords"
            download={fileOf(exportTestRecords, { query: testRecordAddress.whole(search) })}
            total={total}
            isCapped={totalIsCapped}
            isWaiting={isWaiting}
            note={mayUseTestSets(holder) && <HeldBackNote search={search} />}
          />
        )
      }
      createWhenEmpty={
        whyCannotRecord(holder) === undefined && (
          <Link {...paths.createTest()} className={buttonClass()}>
            <IconPlus size={18} aria-hidden />
            <span>{t('testRecords:empty.record')}</span>
          </Link>
        )
      }
      picture={<IconClipboardList size={40} stroke={1.5} aria-hidden />}
      noMatch={(change) =>
        // People who look for a voided record must be able to find it.
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

interface Choosing {
  chosen: readonly string[]
  change: (changed: (chosen: readonly string[]) => readonly string[]) => void
}

/** While records are being chosen, a row is ticked instead of opened. */
function columnsOf(
  t: Translate,
  search: TestRecordsSearch,
  choosing: Choosing | undefined,
): ListColumn<TestRecordListItem, TestRecordSort>[] {
  const recorder = ({ recordedBy }: TestRecordListItem) => recordedBy?.name ?? t('lists:unknownPerson')
  const columns: ListColumn<TestRecordListItem, TestRecordSort>[] = [
    {
      key: 'result',
      title: t('fields:result'),
      sort: 'result',
      cell: (record) => (
        <HeldBack isHeldBack={record.isHeldBack}>
          <RecordResult record={record} />
          <LineResults lines={record.analyteResults} />
        </HeldBack>
      ),
      card: { at: 'start' },
    },
    {
      key: 'testId',
      title: t('fields:testId'),
      isWhole: true,
      isKept: true,
      sort: 'test_id',
      cell: ({ id, testId }) =>
        choosing ? (
          <CheckboxField
            name={testId}
            label={testId}
            isChecked={choosing.chosen.includes(id)}
            onChange={(isChecked) =>
              choosing.change((before) => [...before.filter((one) => one !== id), ...(isChecked ? [id] : [])])
            }
          />
        ) : (
          <RowLink id={id} target={paths.testRecord(id, { ...search, crumb: testId })}>
            {testId}
          </RowLink>
        ),
      card: { at: 'end' },
    },
    {
      key: 'subject',
      title: t('fields:subject'),
      cell: ({ subject, formerly }) => <SubjectCell subject={subject} formerly={formerly} />,
      card: { at: 'main' },
    },
    {
      key: 'place',
      title: t('fields:place'),
      room: 'medium',
      cell: ({ group, organisation }) => (
        <>
          <span>{group.name}</span>
          <SecondLine>{organisation.name}</SecondLine>
        </>
      ),
      card: { at: 'detail', cell: ({ group, organisation }) => `${group.name}, ${organisation.name}` },
    },
    {
      key: 'recordedBy',
      title: t('fields:recordedBy'),
      room: 'large',
      cell: (record) => (
        <>
          <span>{recorder(record)}</span>
          {record.origin !== 'here' && <SecondLine>{t(`testRecords:origin.${record.origin}`)}</SecondLine>}
        </>
      ),
    },
    {
      key: 'performedAt',
      title: t('fields:performedAt'),
      sort: '-performed_at',
      cell: ({ performedAt, performedZone }) => <Time at={performedAt} zone={performedZone} />,
      card: {
        at: 'detail',
        cell: (record) => (
          <>
            <Time at={record.performedAt} zone={record.performedZone} />
            <span>{` · ${recorder(record)}`}</span>
          </>
        ),
      },
    },
    {
      key: 'recordedAt',
      title: t('fields:recordedAt'),
      room: 'widest',
      sort: '-recorded_at',
      cell: ({ recordedAt, performedZone }) => <Time at={recordedAt} zone={performedZone} />,
    },
  ]
  // The checkboxes take the room of one column.
  return choosing ? columns.filter(({ key }) => key !== 'recordedAt') : columns
}
