import { createRoute } from '@tanstack/react-router'
import { mayImport } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { requirePeople } from '../routing/guards.ts'
import { pageOfRow, pageOfUsers } from '../routing/page-route.ts'

const imports = createRoute({
  getParentRoute: () => loggedIn,
  path: '/imports',
  ...pageOfUsers({
    title: 'shell:page.imports',
    rule: mayImport,
    guard: requirePeople,
    words: ['importing'],
    code: async () => (await import('./imports-page.tsx')).ImportsPage,
  }),
})

const newImport = createRoute({
  getParentRoute: () => loggedIn,
  path: '/imports/new',
  ...pageOfUsers({
    title: 'shell:page.newImport',
    rule: mayImport,
    guard: requirePeople,
    words: ['importing'],
    code: async () => (await import('./new-import-page.tsx')).NewImportPage,
  }),
})

/** A page of its own, because the rows of a file need all the room. What was imported before animals were tested here can be undone on it. */
const oneImport = createRoute({
  getParentRoute: () => loggedIn,
  path: '/imports/$id',
  ...pageOfRow({
    title: 'shell:page.import',
    rule: mayImport,
    words: ['importing', 'editing', 'personDetails'],
    row: async () => (await import('./queries.ts')).importQuery,
    code: async () => (await import('./import-page.tsx')).ImportPage,
  }),
})

export const importRoutes = [imports, newImport, oneImport]
