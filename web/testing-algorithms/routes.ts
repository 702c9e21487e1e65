import { createRoute } from '@tanstack/react-router'
import { mayKeepTestingAlgorithms, mayUseTestSets } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers } from '../routing/page-route.ts'

const algorithms = createRoute({
  getParentRoute: () => loggedIn,
  path: '/testing-algorithms',
  ...pageOfUsers({
    title: 'shell:page.testingAlgorithms',
    rule: mayUseTestSets,
    words: ['testingAlgorithms'],
    code: async () => (await import('./testing-algorithms-page.tsx')).TestingAlgorithmsPage,
  }),
})

const newAlgorithm = createRoute({
  getParentRoute: () => algorithms,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newTestingAlgorithm',
    rule: mayKeepTestingAlgorithms,
    words: ['testingAlgorithms', 'editing'],
    code: async () => (await import('./algorithm-form.tsx')).NewTestingAlgorithm,
  }),
})

/** A page of its own, because its steps need all the room. */
const algorithm = createRoute({
  getParentRoute: () => loggedIn,
  path: '/testing-algorithms/$id',
  ...pageOfRow({
    title: 'shell:page.testingAlgorithm',
    rule: mayUseTestSets,
    words: ['testingAlgorithms'],
    row: async () => (await import('./queries.ts')).testingAlgorithmQuery,
    code: async () => (await import('./testing-algorithm-page.tsx')).TestingAlgorithmPage,
  }),
})

const editAlgorithm = createRoute({
  getParentRoute: () => algorithm,
  path: 'edit',
  ...panelOfRow({
    title: 'shell:page.editTestingAlgorithm',
    rule: mayKeepTestingAlgorithms,
    words: ['testingAlgorithms', 'editing'],
    row: async () => (await import('./queries.ts')).testingAlgorithmQuery,
    code: async () => (await import('./algorithm-form.tsx')).EditTestingAlgorithm,
  }),
})

export const testingAlgorithmRoutes = [
  algorithms.addChildren([newAlgorithm]),
  algorithm.addChildren([editAlgorithm]),
] as const
