import * as z from 'zod/mini'
import type { AuditAction } from './audit/actions.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './listing.ts'
import { id } from './schema.ts'

/** The actions that the history of a row can show. That somebody opened the row is only in the audit trail. */
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

/** One change of a row: its author, its time (ISO 8601 in UTC), and the changed fields. */
const change = z.strictObject({
  id,
  action: z.enum(historyActions),
  at: z.string(),
  /** The author's name; null for a user who has left. */
  by: z.nullable(z.string()),
  /** The changed fields with their values before and after. Both are null if the value is not readable text. */
  fields: z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})
export type Change = z.infer<typeof change>

export const historyList = listQuery({ filters: {}, sorts: ['-at'], default: '-at' })

/**
 * Declares the endpoint that lists the changes of one row of a noun, latest first, for holders of view-audit. The
 * server serves it with `serveHistory`.
 */
export function historyEndpoint<const Name extends string, const Path extends string>({
  name,
  path,
  inWords,
  whenEntered,
}: {
  /** Used in the endpoint's name, such as `User`. */
  name: Name
  /** The path of the list, without its slash. */
  path: Path
  /** Used in the summary, such as `a user`. */
  inWords: string
  /** Whether an operator who has entered a tenant's records may read it. */
  whenEntered?: 'read'
}) {
  return endpoint(`list${name}History`, `GET /${path}/{id}/history`, {
    summary: `Changes of ${inWords}, the latest first`,
    requires: { anyOf: ['view-audit'] },
    ...(whenEntered && { whenEntered }),
    query: historyList.page,
    replies: { 200: listOf(change) },
  })
}
