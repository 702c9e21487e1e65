import { createRoute } from '@tanstack/react-router'
import { id } from '../../contract/schema.ts'
import { startList } from '../lists/start-list.ts'
import type { TestRecordsSearch } from '../paths.ts'
import { loggedIn } from '../shell/areas.ts'
import { requireRecording } from '../shell/guards.ts'
import { pageOfUsers } from '../shell/page-route.ts'
import { testRecordAddress } from './list-search.ts'
import { parseStep, type Step } from './recording/steps.ts'

const testRecords = createRoute({
  getParentRoute: () => loggedIn,
  path: '/test-records',
  validateSearch: testRecordAddress.read,
  ...pageOfUsers<TestRecordsSearch>({
    title: 'shell:page.testRecords',
    permission: ['view-tests'],
    words: ['records'],
    starts: async (queries, { search }) =>
      await startList(queries, (await import('./queries.ts')).testRecordsQuery, search),
    code: async () => (await import('./test-records-page.tsx')).TestRecordsPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const testRecord = createRoute({
  getParentRoute: () => testRecords,
  path: '$id',
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.testRecord',
    words: ['records'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./queries.ts')).testRecordQuery(params.id)),
    code: async () => (await import('./test-record-page.tsx')).TestRecordPage,
  }),
})

const createTest = createRoute({
  getParentRoute: () => loggedIn,
  path: '/create-test',
  validateSearch: (search: Record<string, unknown>): { step?: Step; subject?: string } => ({
    step: parseStep(search.step),
    subject: id.safeParse(search.subject).data,
  }),
  ...pageOfUsers({
    title: 'shell:page.createTest',
    guard: requireRecording,
    words: ['recording'],
    code: async () => (await import('./create-test-page.tsx')).CreateTestPage,
  }),
})

export const testRecordRoutes = [testRecords.addChildren([testRecord]), createTest] as const
