import { createRoute, redirect } from '@tanstack/react-router'
import { mayCorrectTests, mayReadRecordHistory } from '../../contract/permissions/can.ts'
import { id } from '../../contract/schema.ts'
import { testRecordList } from '../../contract/test-records/filter.ts'
import { startList } from '../lists/start-list.ts'
import type { TestRecordsSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { requireRecording } from '../routing/guards.ts'
import { pageOfRow, pageOfUsers, panelOfUsers } from '../routing/page-route.ts'
import { rangedAddressOf } from '../routing/ranged-address.ts'
import { readMonths } from '../ui/months.ts'
import { parseStep, type Step } from './recording/steps.ts'

const testRecords = createRoute({
  getParentRoute: () => loggedIn,
  path: '/test-records',
  validateSearch: rangedAddressOf(testRecordList).read,
  ...pageOfUsers<TestRecordsSearch>({
    title: 'shell:page.testRecords',
    permission: ['view-tests'],
    words: ['testRecords'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./queries.ts')).testRecordsQuery, search),
    code: async () => (await import('./test-records-page.tsx')).TestRecordsPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const testRecord = createRoute({
  getParentRoute: () => testRecords,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.testRecord',
    words: ['testRecords'],
    row: async () => (await import('./queries.ts')).testRecordQuery,
    code: async () => (await import('./test-record-page.tsx')).TestRecordPage,
  }),
})

/** Shown in panels over the record: the record's page draws them in its outlet. */
const correctTest = createRoute({
  getParentRoute: () => testRecord,
  path: 'correct',
  ...panelOfUsers({
    title: 'shell:page.correctTest',
    rule: mayCorrectTests,
    words: ['changing', 'editing', 'recordingDetails', 'subjectSearch'],
    code: async () => (await import('./changing/correct-form.tsx')).CorrectTest,
  }),
})

const voidTest = createRoute({
  getParentRoute: () => testRecord,
  path: 'void',
  ...panelOfUsers({
    title: 'shell:page.voidTest',
    rule: mayCorrectTests,
    words: ['changing', 'editing'],
    code: async () => (await import('./changing/void-form.tsx')).VoidTest,
  }),
})

const settleReadings = createRoute({
  getParentRoute: () => testRecord,
  path: 'settle',
  ...panelOfUsers({
    title: 'shell:page.settleReadings',
    rule: mayCorrectTests,
    words: ['secondReadings', 'editing'],
    code: async () => (await import('./second-reading/settle-form.tsx')).SettleReadings,
  }),
})

const createTest = createRoute({
  getParentRoute: () => loggedIn,
  path: '/create-test',
  validateSearch: (
    search: Record<string, unknown>,
  ): { step?: Step; group?: string; subject?: string; set?: string } => ({
    step: parseStep(search.step),
    group: id.safeParse(search.group).data,
    subject: id.safeParse(search.subject).data,
    set: id.safeParse(search.set).data,
  }),
  ...pageOfUsers({
    title: 'shell:page.createTest',
    guard: requireRecording,
    words: ['recording'],
    code: async () => (await import('./create-test-page.tsx')).CreateTestPage,
  }),
})

/** The tests that can be read and cancelled here. Only people who may record see the page. */
const inProgress = createRoute({
  getParentRoute: () => loggedIn,
  path: '/in-progress',
  ...pageOfUsers({
    title: 'shell:page.inProgress',
    permission: ['create-tests'],
    words: ['testRuns'],
    starts: async (queries) => await queries.prefetchQuery((await import('./running/queries.ts')).runsQuery()),
    code: async () => (await import('./running/in-progress-page.tsx')).InProgressPage,
  }),
})

/** A test in progress has no page of its own, because its card shows everything. The breadcrumb shows its name. */
const run = createRoute({
  getParentRoute: () => inProgress,
  path: '$id',
  staticData: { title: 'shell:page.inProgress' },
})

const onlyRun = createRoute({
  getParentRoute: () => run,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/in-progress', replace: true })
  },
})

/** Shown in panels over the page, which draws them in its outlet. */
const readRun = createRoute({
  getParentRoute: () => run,
  path: 'read',
  ...panelOfUsers({
    title: 'shell:page.readRun',
    permission: ['create-tests'],
    words: ['recording', 'recordingDetails', 'editing'],
    code: async () => (await import('./running/read-run.tsx')).ReadRun,
  }),
})

/** The id in the path is that of a record, not of a test in progress. */
const readAgain = createRoute({
  getParentRoute: () => run,
  path: 'second-reading',
  ...panelOfUsers({
    title: 'shell:page.readAgain',
    permission: ['create-tests'],
    words: ['secondReadings', 'recording', 'recordingDetails', 'editing', 'testRecords'],
    code: async () => (await import('./second-reading/read-again.tsx')).ReadAgain,
  }),
})

const agreement = createRoute({
  getParentRoute: () => loggedIn,
  path: '/agreement',
  validateSearch: readMonths,
  ...pageOfUsers({
    title: 'shell:page.agreement',
    rule: mayReadRecordHistory,
    words: ['secondReadings'],
    code: async () => (await import('./second-reading/agreement-page.tsx')).AgreementPage,
  }),
})

const cancelRun = createRoute({
  getParentRoute: () => run,
  path: 'cancel',
  ...panelOfUsers({
    title: 'shell:page.cancelRun',
    permission: ['create-tests'],
    words: ['recording', 'editing'],
    code: async () => (await import('./running/cancel-run.tsx')).CancelRun,
  }),
})

export const testRecordRoutes = [
  testRecords.addChildren([testRecord.addChildren([correctTest, voidTest, settleReadings])]),
  createTest,
  inProgress.addChildren([run.addChildren([onlyRun, readRun, readAgain, cancelRun])]),
  agreement,
] as const
