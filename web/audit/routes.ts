import { createRoute } from '@tanstack/react-router'
import { auditList } from '../../contract/audit/audit-list.ts'
import { mayReadTrail } from '../../contract/permissions/can.ts'
import { rangedAddressOf } from '../routing/ranged-address.ts'
import { startList } from '../lists/start-list.ts'
import type { AuditSearch } from '../paths.ts'
import { loggedIn } from '../routing/areas.ts'
import { pageOfRow, pageOfUsers } from '../routing/page-route.ts'

const audit = createRoute({
  getParentRoute: () => loggedIn,
  path: '/audit',
  validateSearch: rangedAddressOf(auditList).read,
  ...pageOfUsers<AuditSearch>({
    title: 'shell:page.audit',
    rule: mayReadTrail,
    words: ['audit'],
    starts: async (queries, { search }) => {
      const { auditChainQuery, auditEventsQuery } = await import('./queries.ts')
      await Promise.all([queries.prefetchQuery(auditChainQuery), startList(queries, auditEventsQuery, search)])
    },
    code: async () => (await import('./audit-page.tsx')).AuditPage,
  }),
})

/** Shown beside the list: the list's page draws it in its outlet. */
const auditEvent = createRoute({
  getParentRoute: () => audit,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.auditEvent',
    words: ['audit', 'auditAttempts', 'auditDetails'],
    row: async () => (await import('./queries.ts')).auditEventQuery,
    code: async () => (await import('./audit-event-page.tsx')).AuditEventPage,
  }),
})

export const auditRoutes = audit.addChildren([auditEvent])
