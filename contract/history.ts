import * as z from 'zod/mini'
import type { AuditAction } from './audit/event-names.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './listing.ts'
import type { Phrases } from './phrases/phrases.ts'
import { id } from './schema.ts'

/** What can happen to a row, such as `changed`, by its words in `contract/phrases/<locale>/history.ts`. */
export type Happening = {
  [K in keyof Phrases['history']]: K extends `action.${infer H}` ? H : never
}[keyof Phrases['history']]

/** An action that the history of a row can show. */
export type HistoryAction = Extract<AuditAction, `${string}.${Happening}`>

/** One change of a row: its author, its time (ISO 8601 in UTC), and the changed fields. */
const changeOf = (actions: readonly HistoryAction[]) =>
  z.strictObject({
    id,
    action: z.enum(actions),
    at: z.string(),
    /** The author's name; null for a user who has left. */
    by: z.nullable(z.string()),
    /** The changed fields with their values before and after. Both are null if the value is not readable text. */
    fields: z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  })
export type Change = z.infer<ReturnType<typeof changeOf>>

export const historyList = listQuery({ filters: {}, sorts: ['-at'], default: '-at' })

/**
 * Declares the endpoint that lists the changes of one row of a noun, latest first, for holders of view-audit. The
 * server serves it with `serveHistory`.
 */
export function historyEndpoint<const Name extends string, const Path extends string>({
  name,
  path,
  inWords,
  shows,
  whenEntered,
}: {
  /** Used in the endpoint's name, such as `User`. */
  name: Name
  /** The path of the list, without its slash. */
  path: Path
  /** Used in the summary, such as `a user`. */
  inWords: string
  /** The actions that the history shows. That somebody opened the row is only in the audit trail. */
  shows: readonly HistoryAction[]
  /** Whether an operator who has entered a tenant's records may read it. */
  whenEntered?: 'read'
}) {
  const declared = endpoint(`list${name}History`, `GET /${path}/{id}/history`, {
    summary: `Changes of ${inWords}, the latest first`,
    requires: { anyOf: ['view-audit'] },
    ...(whenEntered && { whenEntered }),
    query: historyList.page,
    replies: { 200: listOf(changeOf(shows)) },
  })
  return { ...declared, shows }
}
