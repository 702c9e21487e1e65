import type { Kysely } from 'kysely'
import type { FeatureFlag, Permission, UserType } from '../../contract/permissions/permissions.ts'
import type { Language, Locale } from '../../contract/rules/formats.ts'
import type { Standing } from '../../contract/standing.ts'
import type { QueueName } from '../platform/jobs.ts'
import type { Tables } from './tables.ts'

/** What a request needs to know of the tenant that its host belongs to. */
export interface Tenant {
  id: string
  /** Grows with each change of its settings. */
  version: number
  slug: string
  status: Standing
  /** Whether it is the operator's own, whose users look after all the others. */
  isOperator: boolean
  defaultLanguage: Locale
  availableLanguages: readonly Locale[]
  /** Of the terms that are in force: whoever accepted another one is asked. */
  termsVersion: string
  features: readonly FeatureFlag[]
  idPrefix: string
  subjectKind: 'human' | 'non-human'
  assayId: string | null
  /** Whether a result goes to the person who was tested as soon as it is recorded. */
  sendsResultsAtOnce: boolean
}

/** Who acts: the user of the session, as the database knows them at this request. */
export interface Actor {
  id: string
  sessionId: string
  email: string
  fullName: string
  userType: UserType
  permissions: readonly Permission[]
  lang: Language
  organisationId: string | null
  groupIds: readonly string[]
  /** Of an operator whose session has entered a tenant's records; null of everybody else. */
  entry: Entry | null
}

/** The records that an operator has entered. */
export interface Entry {
  id: string
  tenantId: string
  /** Where the operator's account is. */
  homeTenantId: string
  /** Minutes after which the operator's session ends when nothing is done. */
  idleMinutes: number
  /**
   * `inside` where this work is done in the tenant that was entered, `outside` where it is done in the operator's own, and
   * `over` where the entry has ended: by its time, by the operator or the tenant, or with the tenant's suspension.
   */
  state: 'inside' | 'outside' | 'over'
  /** When it ends at the latest; known inside. */
  endsAt: Date | null
}

/**
 * What a request's work holds: a database that sees only this tenant, in one transaction, and who acts. Repositories
 * take it as their first argument, so that data cannot be read without one.
 */
export interface Scope {
  db: Kysely<Tables>
  /**
   * For the last statement of the work, which the commit follows in the same round trip: whatever may not be kept has to make this
   * statement fail. Nothing can be sent behind it.
   */
  last: () => Kysely<Tables>
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
  /** Enters another tenant within the same transaction. For `other-tenant.ts` alone, which says who may and comes back. */
  enterOther: (tenantId: string) => Promise<OtherTenant>
}

/** What a scope holds besides when another tenant is entered; `tenant` is undefined where there is none of that id. */
export interface OtherTenant extends Pick<Scope, 'db' | 'last' | 'addJob' | 'enterOther'> {
  tenant: Tenant | undefined
}

/** A scope with somebody logged in. */
export interface ActorScope extends Scope {
  actor: Actor
}

/** Does one step of a request's work in a transaction of its own (see `serveInSteps`). */
export type EnterAsAnyone = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** Does one step in a transaction of its own, with somebody logged in; their session and permission are checked again. */
export type EnterAsActor = <T>(work: (scope: ActorScope) => Promise<T>) => Promise<T>
