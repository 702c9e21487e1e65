import { createRoute } from '@tanstack/react-router'
import { mayCloseOutbreaks, mayKeepOutbreakRules, maySeeOutbreaks } from '../../contract/permissions/can.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers, panelOfUsers } from '../routing/page-route.ts'

const outbreaks = createRoute({
  getParentRoute: () => loggedIn,
  path: '/outbreaks',
  ...pageOfUsers({
    title: 'shell:page.outbreaks',
    rule: maySeeOutbreaks,
    words: ['outbreaks'],
    starts: async (queries) => await queries.prefetchQuery((await import('./queries.ts')).rulesQuery()),
    code: async () => (await import('./outbreaks-page.tsx')).OutbreaksPage,
  }),
})

const rules = createRoute({
  getParentRoute: () => outbreaks,
  path: 'rules',
  ...panelOfUsers({
    title: 'shell:page.outbreakRules',
    rule: mayKeepOutbreakRules,
    words: ['outbreaks', 'editing'],
    code: async () => (await import('./rules-form.tsx')).RulesForm,
  }),
})

/** A page of its own, because a line list needs all the room. */
const outbreak = createRoute({
  getParentRoute: () => loggedIn,
  path: '/outbreaks/$id',
  ...pageOfRow({
    title: 'shell:page.outbreak',
    rule: maySeeOutbreaks,
    words: ['outbreaks', 'personDetails'],
    row: async () => (await import('./queries.ts')).outbreakQuery,
    code: async () => (await import('./outbreak-page.tsx')).OutbreakPage,
  }),
})

const close = createRoute({
  getParentRoute: () => outbreak,
  path: 'close',
  ...panelOfUsers({
    title: 'shell:page.closeOutbreak',
    rule: mayCloseOutbreaks,
    words: ['outbreaks', 'editing'],
    code: async () => (await import('./close-form.tsx')).CloseOutbreak,
  }),
})

export const outbreakRoutes = [outbreaks.addChildren([rules]), outbreak.addChildren([close])] as const
