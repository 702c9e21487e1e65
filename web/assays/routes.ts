import { createRoute } from '@tanstack/react-router'
import { assayList } from '../../contract/assays/assay-list.ts'
import { mayKeepAssays } from '../../contract/permissions/can.ts'
import { addressOf } from '../routing/list-address.ts'
import { startList } from '../lists/start-list.ts'
import type { AssaysSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers } from '../routing/page-route.ts'

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

const newAssay = createRoute({
  getParentRoute: () => assays,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newAssay',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm', 'meanings'],
    code: async () => (await import('./assay-form.tsx')).NewAssay,
  }),
})

const catalogue = createRoute({
  getParentRoute: () => assays,
  path: 'catalogue',
  ...panelOfUsers({
    title: 'shell:page.assayCatalogue',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm'],
    code: async () => (await import('./catalogue-panel.tsx')).CataloguePanel,
  }),
})

const assay = createRoute({
  getParentRoute: () => assays,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.assay',
    words: ['assays', 'places'],
    row: async () => (await import('./queries.ts')).assayQuery,
    code: async () => {
      import('./assay-actions.tsx').catch(() => undefined)
      return (await import('./assay-page.tsx')).AssayPage
    },
  }),
})

const editAssay = createRoute({
  getParentRoute: () => assay,
  path: 'edit',
  validateSearch: readField,
  ...panelOfRow({
    title: 'shell:page.editAssay',
    rule: mayKeepAssays,
    words: ['editing', 'assayForm', 'meanings'],
    row: async () => (await import('./queries.ts')).assayQuery,
    code: async () => (await import('./assay-form.tsx')).EditAssay,
  }),
})

export const assayRoutes = assays.addChildren([newAssay, catalogue, assay.addChildren([editAssay])])
