import { createRoute } from '@tanstack/react-router'
import { mayMakeTestSets, mayUseTestSets } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, panelOfUsers } from '../routing/page-route.ts'

const testSet = createRoute({
  getParentRoute: () => loggedIn,
  path: '/test-sets/$id',
  ...pageOfRow({
    title: 'shell:page.testSet',
    rule: mayUseTestSets,
    words: ['testingAlgorithms'],
    row: async () => (await import('./queries.ts')).testSetQuery,
    code: async () => (await import('./test-set-page.tsx')).TestSetPage,
  }),
})

const stop = createRoute({
  getParentRoute: () => testSet,
  path: 'stop',
  ...panelOfUsers({
    title: 'shell:page.stopTestSet',
    rule: mayMakeTestSets,
    words: ['testingAlgorithms', 'editing'],
    code: async () => (await import('./stop-form.tsx')).StopTestSet,
  }),
})

export const testSetRoutes = [testSet.addChildren([stop])] as const
