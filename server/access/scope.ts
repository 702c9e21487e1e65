import type { Kysely } from 'kysely'
import type { FeatureFlag, Permission, UserType } from '../../contract/permissions/permissions.ts'
import type { Language, Locale } from '../../contract/rules/formats.ts'
import type { QueueName } from '../platform/jobs.ts'
import type { Tables } from './tables.ts'

/** What a request needs to know of the tenant that its host belongs to. */
export interface Tenant {
  id: string
  slug: string
  defaultLanguage: Locale
  availableLanguages: readonly Locale[]
  features: readonly FeatureFlag[]
  idPrefix: string
  subjectKind: 'human' | 'non-human'
  assayId: string | null
}

/** Who acts: the user of the session, as the database knows them at this request. */
export interface Actor {
  id: string
  sessionId: string
  email: string
  userType: UserType
  permissions: readonly Permission[]
  lang: Language
  organisationId: string | null
  groupIds: readonly string[]
}

/**
 * What a request's work holds: a database that sees only this tenant, in one transaction, and who acts. Repositories
 * take it as their first argument, so that data cannot be read without one.
 */
export interface Scope {
  db: Kysely<Tables>
  tenant: Tenant
  actor: Actor | null
  /**
   * When the transaction began, by the database's clock, which all processes share, to the millisecond. It stands for
   * `now()` where a statement must not call it: in ON CONFLICT, RETURNING and CASE.
   */
  now: Date
  /** The language of the words in replies. */
  locale: Locale
  requestId: string
  /** Adds a job about something of this tenant, which begins `afterSeconds` after the transaction is committed. */
  addJob: (queue: QueueName, id: string, afterSeconds?: number) => Promise<void>
}

/** A scope with somebody logged in. */
export interface ActorScope extends Scope {
  actor: Actor
}

/** Does one step of a request's work in a transaction of its own (see `serveInSteps`). */
export type EnterAsAnyone = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** Does one step in a transaction of its own, with somebody logged in; their session and permission are checked again. */
export type EnterAsActor = <T>(work: (scope: ActorScope) => Promise<T>) => Promise<T>
