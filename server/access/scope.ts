import type { Kysely } from 'kysely'
import type { FeatureFlag, Permission, UserType } from '../../contract/permissions/permissions.ts'
import type { Language, Locale } from '../../contract/locales.ts'
import type { Standing } from '../../contract/standing.ts'
import type { DetailKind, IdentifiesBy } from '../../contract/subjects/detail-kinds.ts'
import type { QueueName } from '../platform/jobs.ts'
import type { Tables } from './tables.ts'

/** The settings of the tenant that a request's host belongs to. */
export interface Tenant {
  id: string
  /** Grows with each change of the settings. */
  version: number
  slug: string
  status: Standing
  /** True for the operator's own tenant, whose users manage all the others. */
  isOperator: boolean
  defaultLanguage: Locale
  availableLanguages: readonly Locale[]
  /** The version of the terms in force; users who accepted another one are asked again. */
  termsVersion: string
  features: readonly FeatureFlag[]
  idPrefix: string
  subjectKind: 'human' | 'non-human'
  assayId: string | null
  /** True if a result is sent to the person tested as soon as it is recorded. */
  sendsResultsAtOnce: boolean
  /** The kinds of details that are kept of persons. */
  subjectDetails: readonly DetailKind[]
  /** What people are identified by besides the date of birth. */
  identifiesBy: IdentifiesBy
}

/**
 * The user of the session, as stored at this request, or the account of a token, which is no person: `userType` is then
 * the type whose scope the token has, and `sessionId` the id of the token.
 */
export interface Actor {
  id: string
  /** True for the account of a token, which records and events name as the origin of what the machine did. */
  isMachine: boolean
  sessionId: string
  email: string
  fullName: string
  userType: UserType
  permissions: readonly Permission[]
  lang: Language
  organisationId: string | null
  groupIds: readonly string[]
  /** Set for an operator whose session has entered a tenant's records; null for everybody else. */
  entry: Entry | null
}

/** An operator's entry into a tenant's records. */
export interface Entry {
  id: string
  tenantId: string
  /** The tenant of the operator's account. */
  homeTenantId: string
  /** Idle minutes after which the operator's session ends. */
  idleMinutes: number
  /**
   * `inside` while this work runs in the entered tenant, `outside` while it runs in the operator's own, and `over` once
   * the entry has ended: by its time, by the operator or the tenant, or with the tenant's suspension.
   */
  state: 'inside' | 'outside' | 'over'
  /** The time at which the entry ends at the latest; known only inside. */
  endsAt: Date | null
}

/**
 * The context of a request's work: a database connection that sees only this tenant, in one transaction, and the actor.
 * Repositories take it as their first argument, so that data cannot be read without it.
 */
export interface Scope {
  db: Kysely<Tables>
  /**
   * The database for the last statement of the work, which travels with the commit in one round trip. Anything that
   * forbids the change must make this statement fail. No statement can follow it.
   */
  last: () => Kysely<Tables>
  tenant: Tenant
  actor: Actor | null
  /**
   * The start of the transaction by the database's clock, which all processes share, in milliseconds. Replaces `now()`
   * where a statement must not call it: in ON CONFLICT, RETURNING and CASE.
   */
  now: Date
  /** The locale of the texts in replies. */
  locale: Locale
  requestId: string
  /** Adds a job about something of this tenant, to begin `afterSeconds` after the commit. */
  addJob: (queue: QueueName, id: string, afterSeconds?: number) => Promise<void>
  /**
   * Enters another tenant within the same transaction. Only `other-tenant.ts`, which checks permission and returns, may
   * call it.
   */
  enterOther: (tenantId: string) => Promise<OtherTenant>
}

/** The parts of a scope that change in another tenant; `tenant` is undefined when the id is unknown. */
export interface OtherTenant extends Pick<Scope, 'db' | 'last' | 'addJob' | 'enterOther'> {
  tenant: Tenant | undefined
}

/** A scope with somebody logged in. */
export interface ActorScope extends Scope {
  actor: Actor
}

/** Runs one step of a request's work in a transaction of its own (see `serveInSteps`). */
export type EnterAsAnyone = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** Runs one step of an actor's work in a transaction of its own, after checking their session and permission again. */
export type EnterAsActor = <T>(work: (scope: ActorScope) => Promise<T>) => Promise<T>
