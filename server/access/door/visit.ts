import type { Actor, Tenant } from '../scope.ts'

/** The parts of a request that the door needs. */
export interface Visit {
  host: string
  /** The SHA-256 of the session cookie; null without one. */
  sessionTokenHash: Buffer | null
  /**
   * What it carries as the token of a machine; its hash is null for a text that is no token. Undefined for the visit of a
   * person, and then there is no session's cookie.
   */
  apiToken?: { hash: Buffer | null } | undefined
  acceptLanguage: string | undefined
  requestId: string
  /** The person whom the page shows, as in `contract/speaker.ts`; undefined when it does not say. */
  speaker?: string | undefined
  /** True if an entered operator makes this visit in the entered tenant, false if in their own. */
  followsEntry?: boolean
  /** True for requests that a page sends by itself, which do not count as activity of the user. */
  isUnattended?: boolean
}

/** A begun transaction: its tenant, its actor, and its start by the database's clock, in milliseconds. */
export interface Opened {
  tenant: Tenant
  actor: Actor | null
  now: Date
}
