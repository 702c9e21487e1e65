import * as z from 'zod/mini'
import type { AuditAction } from './audit/event-names.ts'
import { endpoint } from './endpoint.ts'
import type { Requirement } from './permissions/rules.ts'
import { ifMatchOptional } from './versions.ts'

/** `active` means in use; `suspended` means blocked until it is reactivated. */
export const standing = z.enum(['active', 'suspended'])
export type Standing = z.infer<typeof standing>

/** The nouns that the audit trail can report as suspended and reactivated. */
export type Suspendable = { [A in AuditAction]: A extends `${infer Noun}.suspended` ? Noun : never }[AuditAction]

/**
 * Declares the two endpoints that suspend and reactivate a noun. Each names the resulting state, so it is safe to
 * repeat: if the state is already reached, nothing changes and no event is recorded. 412 for an outdated version, if
 * one is sent.
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
  /** Used in the endpoints' names, such as `User` in `suspendUser`. */
  name: Name
  /** The path of the list, without its slash. */
  path: Path
  audit: Suspendable
  /** Used in the summaries, such as `a user`. */
  inWords: string
  requires: R
  reply: Item
}) {
  const shared = {
    requires,
    headers: ifMatchOptional,
    replies: { 200: reply },
  } as const
  return {
    suspend: endpoint(`suspend${name}`, `PUT /${path}/{id}/suspend`, {
      ...shared,
      summary: `Suspend ${inWords}`,
      audit: `${audit}.suspended`,
    }),
    reactivate: endpoint(`reactivate${name}`, `PUT /${path}/{id}/reactivate`, {
      ...shared,
      summary: `Reactivate ${inWords}`,
      audit: `${audit}.reactivated`,
    }),
  }
}
