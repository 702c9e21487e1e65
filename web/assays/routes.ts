import { createRoute } from '@tanstack/react-router'
import { assayList } from '../../contract/assays/assay-filter.ts'
import { mayKeepAssays } from '../../contract/permissions/can.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { AssaysSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfUsers } from '../routing/page-route.ts'

const assays = createRoute({
  getParentRoute: () => loggedIn,
  path: '/assays',
  validateSearch: addressOf(assayList).read,
  ...pageOfUsers<AssaysSearch>({
    title: 'shell:page.assays',
    permission: ['edit-own-tenant', 'create-tests'],
    words: ['assays', 'places'],
    starts: async (queries, { search }) => await startList(queries, (await import('./queries.ts')).assaysQuery, search),
    code: async () => (await import('./assays-page.tsx')).AssaysPage,
  }),
})

/** Shown in a panel over the list, which draws it in its outlet. */
const newAssay = createRoute({
  getParentRoute: () => assays,
  path: 'new',
  pendingComponent: () => null,
  ...pageOfUsers({
    title: 'shell:page.newAssay',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm', 'meanings'],
    code: async () => (await import('./assay-form.tsx')).NewAssay,
  }),
})

/** Shown in a panel over the list, which draws it in its outlet. */
const catalogue = createRoute({
  getParentRoute: () => assays,
  path: 'catalogue',
  pendingComponent: () => null,
  ...pageOfUsers({
    title: 'shell:page.assayCatalogue',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm'],
    code: async () => (await import('./catalogue-panel.tsx')).CataloguePanel,
  }),
})

const assay = createRoute({
  getParentRoute: () => assays,
  path: '$id',
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.assay',
    words: ['assays', 'places'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./queries.ts')).assayQuery(params.id)),
    code: async () => {
      import('./assay-actions.tsx').catch(() => undefined)
      return (await import('./assay-page.tsx')).AssayPage
    },
  }),
})

const editAssay = createRoute({
  getParentRoute: () => assay,
  path: 'edit',
  pendingComponent: () => null,
  ...pageOfUsers<Record<never, never>, { id: string }>({
    title: 'shell:page.editAssay',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm', 'meanings'],
    starts: async (queries, { params }) =>
      await queries.prefetchQuery((await import('./queries.ts')).assayQuery(params.id)),
    code: async () => (await import('./assay-form.tsx')).EditAssay,
  }),
})

export const assayRoutes = assays.addChildren([newAssay, catalogue, assay.addChildren([editAssay])])
