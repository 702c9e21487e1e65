import type { Actor, Tenant } from './scope.ts'

/** What a request brings to the door. */
export interface Visit {
  host: string
  /** SHA-256 of the session cookie, or null without one. */
  sessionTokenHash: Buffer | null
  acceptLanguage: string | undefined
  requestId: string
  /** For whom the page speaks that sends it, as `contract/speaker.ts` says; undefined where it does not say. */
  speaker?: string | undefined
  /** Whether an operator who has entered a tenant's records makes this visit there; else in their own tenant. */
  followsEntry?: boolean
  /** Whether a page asks by itself: then nobody was seen at work. */
  isUnattended?: boolean
}

/** The transaction that was begun: its tenant, who acts in it, and when it began by the database's clock, to the millisecond. */
export interface Opened {
  tenant: Tenant
  actor: Actor | null
  now: Date
}
