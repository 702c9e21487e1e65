import * as z from 'zod/mini'
import type { AuditAction } from './audit/actions.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './listing.ts'
import { id } from './schema.ts'

/** What the history of one row can tell of it. That somebody only opened it is for the audit trail alone. */
export const historyActions = [
  'assay.changed',
  'assay.created',
  'assay.restored',
  'assay.retired',
  'group.changed',
  'group.created',
  'group.reactivated',
  'group.suspended',
  'organisation.changed',
  'organisation.created',
  'organisation.reactivated',
  'organisation.suspended',
  'tenant.changed',
  'tenant.created',
  'tenant.entered',
  'tenant.entry-asked',
  'tenant.left',
  'tenant.reactivated',
  'tenant.suspended',
  'user.changed',
  'user.invitation-resent',
  'user.invited',
  'user.password-reset',
  'user.reactivated',
  'user.sessions-ended',
  'user.suspended',
] as const satisfies readonly AuditAction[]
export type HistoryAction = (typeof historyActions)[number]

/** One change of a row: who made it, when (ISO 8601 in UTC), and what was changed. */
const change = z.strictObject({
  id,
  action: z.enum(historyActions),
  at: z.string(),
  /** The name of who did it; null for somebody who has left. */
  by: z.nullable(z.string()),
  /** The fields that were changed, with what they said before and after. Both are null where that is no text to read. */
  fields: z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})
export type Change = z.infer<typeof change>

export const historyList = listQuery({ filters: {}, sorts: ['-at'], default: '-at' })

/**
 * Declares the endpoint that lists the changes of one row of a noun, the latest first, for holders of view-audit. Its
 * handler makes sure that the actor sees the row, then calls `listHistory` of the server's audit.
 */
export function historyEndpoint<const Name extends string, const Path extends string>({
  name,
  path,
  inWords,
}: {
  /** As in the endpoint's name, `User`. */
  name: Name
  /** The path of the list, without its slash. */
  path: Path
  /** As the summary says it, `a user`. */
  inWords: string
}) {
  return endpoint({
    name: `list${name}History`,
    method: 'GET',
    path: `/${path}/{id}/history`,
    summary: `Changes of ${inWords}, the latest first`,
    requires: { anyOf: ['view-audit'] },
    params: z.strictObject({ id }),
    query: historyList.page,
    replies: { 200: listOf(change) },
  })
}
