import { createRoute } from '@tanstack/react-router'
import { mayDoRounds } from '../../../contract/permissions/can.ts'
import { id } from '../../../contract/schema.ts'
import { loggedIn } from '../../routing/areas.ts'
import { requireRecording } from '../../routing/guards.ts'
import { pageOfRow, pageOfUsers, panelOfUsers } from '../../routing/page-route.ts'

const rounds = createRoute({
  getParentRoute: () => loggedIn,
  path: '/rounds',
  ...pageOfUsers({
    title: 'shell:page.rounds',
    rule: mayDoRounds,
    words: ['rounds'],
    starts: async (queries) => await queries.prefetchQuery((await import('./queries.ts')).roundsQuery()),
    code: async () => (await import('./rounds-page.tsx')).RoundsPage,
  }),
})

const newRound = createRoute({
  getParentRoute: () => rounds,
  path: 'new',
  validateSearch: ({ outbreak }: Record<string, unknown>): { outbreak?: string } => ({
    outbreak: id.safeParse(outbreak).data,
  }),
  ...panelOfUsers({
    title: 'shell:page.newRound',
    guard: requireRecording,
    words: ['rounds', 'editing'],
    code: async () => (await import('./start-form.tsx')).StartRound,
  }),
})

/** A page of its own, because the people of a round need all the room. */
const oneRound = createRoute({
  getParentRoute: () => loggedIn,
  path: '/rounds/$id',
  ...pageOfRow({
    title: 'shell:page.round',
    rule: mayDoRounds,
    words: ['rounds', 'recording', 'recordingDetails', 'personDetails', 'editing'],
    row: async () => (await import('./queries.ts')).roundQuery,
    code: async () => (await import('./round-page.tsx')).RoundPage,
  }),
})

export const roundRoutes = [rounds.addChildren([newRound]), oneRound] as const
