import * as z from 'zod/mini'
import type { AuditAction } from './audit/actions.ts'
import { endpoint } from './endpoint.ts'
import type { Requirement } from './permissions/rules.ts'
import { id } from './schema.ts'
import { ifMatchOptional } from './versions.ts'

/** Whether something is in use, or kept out of use until it is reactivated. */
export const standing = z.enum(['active', 'suspended'])
export type Standing = z.infer<typeof standing>

/** The nouns of which the audit trail can say that they were suspended and reactivated. */
type Suspendable = { [A in AuditAction]: A extends `${infer Noun}.suspended` ? Noun : never }[AuditAction]

/**
 * Declares the two endpoints that suspend and reactivate one of a noun. Each names the state that it leads to, so it is
 * safe to repeat: what stands so already stays as it is, and leaves no trace. 412 for a stale version where one is sent.
 */
export function standingEndpoints<
  const Name extends string,
  const Path extends string,
  const R extends Requirement,
  Item extends z.ZodMiniType,
>({
  name,
  path,
  audit,
  inWords,
  requires,
  reply,
}: {
  /** As in the endpoints' names, `suspendUser`. */
  name: Name
  /** The path of the list, without its slash. */
  path: Path
  audit: Suspendable
  /** As the summaries say it, `a user`. */
  inWords: string
  requires: R
  reply: Item
}) {
  const shared = {
    method: 'PUT',
    requires,
    params: z.strictObject({ id }),
    headers: ifMatchOptional,
    replies: { 200: reply },
  } as const
  return {
    suspend: endpoint({
      ...shared,
      name: `suspend${name}`,
      path: `/${path}/{id}/suspend`,
      summary: `Suspend ${inWords}`,
      audit: `${audit}.suspended`,
    }),
    reactivate: endpoint({
      ...shared,
      name: `reactivate${name}`,
      path: `/${path}/{id}/reactivate`,
      summary: `Reactivate ${inWords}`,
      audit: `${audit}.reactivated`,
    }),
  }
}
