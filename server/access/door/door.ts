import { DatabaseError, type Pool } from 'pg'
import { localeFor, type Locale } from '../../../contract/locales.ts'
import { operatorSlug } from '../../../contract/tenants/new-tenant.ts'
import type { Admission, Load } from '../../platform/admission.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { Failure } from '../../platform/failure.ts'
import { negotiate } from '../../platform/phrases.ts'
import { boundKysely } from './bound-kysely.ts'
import { KnownVisits } from '../speed/known-visits.ts'
import { enterOther, findTenant, openNewTenant, openRequest, openTenant } from './opening.ts'
import type { OtherTenant, Scope, Tenant } from '../scope.ts'
import { Abandoned, Transaction, type DoorClient } from './transaction.ts'
import type { Opened, Visit } from './visit.ts'

/** Thrown by work that failed on something that a retry in a new transaction is unlikely to meet. */
export class Again extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Again'
  }
}

/** Something of a tenant that is due, such as a webhook with something to send. */
export interface Due {
  tenantId: string
  id: string
}

/** The only way to the database for the work of requests. */
export interface Door {
  /**
   * Runs `work` in one transaction that sees one tenant. The transaction is committed when `work` is done and rolled
   * back when it throws. Work that has only read, judged by its result, is answered before its commit; written data is
   * confirmed only after the commit. Work is retried when it throws `Again` or meets a prepared statement that is older
   * than a change of its columns. Throws `not-found` for a host without a tenant, and `unavailable` when too many others
   * want a connection.
   */
  enter<T, A = undefined>(
    visit: Visit,
    work: (scope: Scope, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
    more?: Manner<T, A>,
  ): Promise<T>
  /** Runs work that no request asked for, such as sending a message, inside one tenant with nobody logged in. */
  enterTenant<T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Runs work that founds this tenant, inside it, before any of its rows exist. */
  enterNewTenant<T>(tenant: Tenant, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * Takes the tenants that a round visits now, suspended ones included: every tenant with activity since the last
   * visit, and up to `mostIdle` others, the longest waiting first.
   */
  takeTurns(round: VisitingRound, mostIdle: number): Promise<string[]>
  /** Marks these tenants as done. Taken tenants that are not marked stay due. */
  endTurns(round: VisitingRound, tenantIds: readonly string[]): Promise<void>
  /** Rounds that do not visit every tenant; none, unless something is broken. */
  roundsWithoutAll(): Promise<string[]>
  /** The id of the operator's own tenant, or undefined before it is founded. */
  operatorTenantId(): Promise<string | undefined>
  /** Ids of all tenants, in another order each time, so that it is not always the same who come last. */
  everyTenant(): Promise<string[]>
  /** Ids of the tenants with audit events that wait for their seal. */
  tenantsToSeal(): Promise<string[]>
  /** Ids of the tenants with records that are not yet in the counts. */
  tenantsToFold(): Promise<string[]>
  /** Ids of the tenants whose audit chain was found broken. */
  tenantsWithAlarm(): Promise<string[]>
  /** Ids of the tenants whose audit chain has unverified parts, the longest waiting first. */
  tenantsToVerify(): Promise<string[]>
  /** Ids of the tenants with events that their notification rules have not looked at, or with deadlines to tell of. */
  tenantsToNotify(): Promise<string[]>
  /** The rules whose reports are made by themselves now. */
  rulesToReport(): Promise<Due[]>
  /** At most so many reports to authorities that are to be sent now, the longest waiting first. */
  dueNotificationReports(most: number): Promise<Due[]>
  /** At most so many webhooks that have something to send now, the longest waiting first. */
  dueWebhooks(most: number): Promise<Due[]>
}

/** Background rounds that visit the tenants in turn. */
type VisitingRound = 'keep-audit-heads' | 'remove-ended' | 'find-outbreaks'

/** Options of `Door.enter`. */
interface Manner<T, A> {
  hasOnlyRead?: (result: T) => boolean
  /**
   * Starts reading for a session that was seen before, in the same round trip that checks whether the session, its user
   * and its tenant are unchanged. The work gets the answer only if they are; otherwise everything is rolled back and
   * the work begins without it. `now` of the guessed scope is an invalid date.
   */
  lookAhead?: (guessed: Scope) => Promise<A> | undefined
  /** What the work may take of a busy server; usual by default. */
  load?: Load
}

/** The number of tries that work gets in total. */
const mostTries = 4

/**
 * `pool` may be pipelined for requests. It must not be for streams of COPY, which need a connection of their own. With
 * `admission`, what enters for a visit shares the connections as it says.
 */
export function openDoor(pool: Pool, jobs: Jobs, admission?: Admission): Door {
  const known = new KnownVisits()
  const partsFor = (transaction: Transaction, tenantId: string): Omit<OtherTenant, 'tenant'> => ({
    db: boundKysely(transaction, tenantId),
    last: () => boundKysely({ query: (sent) => transaction.queryLast(sent) }, tenantId),
    addJob: jobAdder(transaction, jobs, tenantId),
    enterOther: async (otherId) => ({
      ...partsFor(transaction, otherId),
      tenant: await enterOther(transaction.client, otherId),
    }),
  })
  const scopeOf = (transaction: Transaction, { tenant, actor, now }: Opened): Omit<Scope, 'locale' | 'requestId'> => ({
    ...partsFor(transaction, tenant.id),
    tenant,
    actor,
    now,
  })
  const requestScope = (transaction: Transaction, opened: Opened, visit: Visit): Scope => ({
    ...scopeOf(transaction, opened),
    locale: localeOf(opened, visit),
    requestId: visit.requestId,
  })
  /**
   * Finds the tenant of a host that is not known. Anybody can make up any number of these, so they share one turn, and no
   * more than this short look-up is done in it.
   */
  const findFirst = async (host: string, load: Load, by: Admission): Promise<string> => {
    const leave = await by.enter({ load, tenant: '' })
    try {
      const client = await pool.connect()
      const tenantId = await findTenant(client, host, known).catch((error: Error) => {
        client.release(error)
        throw error
      })
      client.release()
      if (tenantId === null) throw new Failure('not-found')
      return tenantId
    } finally {
      leave()
    }
  }
  const unasked = <T>(
    open: (client: DoorClient) => Promise<Opened>,
    workId: string,
    work: (scope: Scope) => Promise<T>,
  ) =>
    inTransaction(
      () => connectFrom(pool),
      async (transaction) => {
        const opened = await open(transaction.client)
        const scope = { ...scopeOf(transaction, opened), locale: opened.tenant.defaultLanguage, requestId: workId }
        return await work(scope)
      },
    )
  return {
    enter: (visit, work, { hasOnlyRead, lookAhead, load = 'usual' } = {}) =>
      inTransaction(
        async () => {
          if (admission === undefined) return await connectFrom(pool)
          const tenant = known.tenantAt(visit.host) ?? (await findFirst(visit.host, load, admission))
          const place = admission.enter({ load, tenant })
          return await connectFrom(pool, place instanceof Promise ? await place : place)
        },
        async (transaction, isFirstTry) => {
          let ahead: ReturnType<NonNullable<typeof lookAhead>>
          const begin = (guessed: Opened) => {
            ahead = lookAhead?.(requestScope(transaction, guessed, visit))
            // The work reports the error if it awaits this; after a wrong guess nobody awaits it.
            ahead?.catch(() => undefined)
          }
          const isGuessing = isFirstTry && lookAhead !== undefined
          const { client } = transaction
          const { isAsGuessed, ...opened } = await openRequest(
            client,
            visit,
            known,
            isGuessing ? begin : undefined,
          ).catch((error: unknown) => {
            // What was read ahead failed first. Without it, the next try fails with the error that says why.
            throw ahead !== undefined && isAborted(error) ? new Again('What was read ahead has failed') : error
          })
          if (ahead !== undefined && !isAsGuessed) throw new Again('Somebody or their tenant is not what they were')
          return await work(requestScope(transaction, opened, visit), client, ahead)
        },
        hasOnlyRead,
      ),
    enterTenant: (tenantId, workId, work) => unasked((client) => openTenant(client, tenantId), workId, work),
    enterNewTenant: (tenant, workId, work) => unasked((client) => openNewTenant(client, tenant), workId, work),
    async takeTurns(round, mostIdle) {
      const { rows } = await pool.query<{ id: string }>('select take_turns($1, $2) as id', [round, mostIdle])
      return rows.map(({ id }) => id)
    },
    async endTurns(round, tenantIds) {
      if (tenantIds.length > 0) await pool.query('select end_turns($1, $2)', [round, tenantIds])
    },
    async roundsWithoutAll() {
      const { rows } = await pool.query<{ round: string }>('select rounds_without_all() as round')
      return rows.map(({ round }) => round)
    },
    async operatorTenantId() {
      const { rows } = await pool.query<{ id: string }>(
        `select tenant_id as id from tenant_addresses where kind = 'slug' and address = $1`,
        [operatorSlug],
      )
      return rows[0]?.id
    },
    async everyTenant() {
      const { rows } = await pool.query<{ id: string }>(
        'select tenant_id as id from tenant_addresses group by tenant_id order by random()',
      )
      return rows.map(({ id }) => id)
    },
    async tenantsToSeal() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_seal() as id')
      return rows.map(({ id }) => id)
    },
    async tenantsToFold() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_fold() as id')
      return rows.map(({ id }) => id)
    },
    async tenantsWithAlarm() {
      const { rows } = await pool.query<{ id: string }>('select tenants_with_alarm() as id')
      return rows.map(({ id }) => id)
    },
    async tenantsToVerify() {
      const { rows } = await pool.query<{ id: string }>(
        'select id from tenants_to_verify() order by verified_at nulls first',
      )
      return rows.map(({ id }) => id)
    },
    async tenantsToNotify() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_notify() as id')
      return rows.map(({ id }) => id)
    },
    async rulesToReport() {
      const { rows } = await pool.query<Due>('select tenant_id as "tenantId", id from rules_to_report()')
      return rows
    },
    async dueNotificationReports(most) {
      const { rows } = await pool.query<Due>('select tenant_id as "tenantId", id from due_notification_reports($1)', [
        most,
      ])
      return rows
    },
    async dueWebhooks(most) {
      const { rows } = await pool.query<Due>('select tenant_id as "tenantId", id from due_webhooks($1)', [most])
      return rows
    },
  }
}

/** Tells whether a statement failed only because an earlier one of its transaction had. */
function isAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

function jobAdder(transaction: Transaction, jobs: Jobs, tenantId: string): Scope['addJob'] {
  return async (queue, id, afterSeconds) => {
    const execute: Parameters<Jobs['add']>[0] = (text, values) => transaction.query({ text, values: [...values] })
    await jobs.add(execute, queue, { tenantId, id }, afterSeconds)
    if (afterSeconds === undefined) transaction.onceCommitted(() => jobs.look(queue))
  }
}

/** Takes a connection. `leave` is called once it was given back, also if none could be made. */
async function connectFrom(pool: Pool, leave: () => void = () => undefined): Promise<Transaction> {
  try {
    return new Transaction(await pool.connect(), leave)
  } catch (error) {
    leave()
    throw error
  }
}

async function inTransaction<T>(
  begin: () => Promise<Transaction>,
  work: (transaction: Transaction, isFirstTry: boolean) => Promise<T>,
  hasOnlyRead: (result: T) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const transaction = await begin()
    try {
      const result = await work(transaction, tries === 1)
      const ended = transaction.end()
      if (!hasOnlyRead(result)) await ended
      transaction.release()
      return result
    } catch (error) {
      await transaction.leave(error)
      // Work that has begun something outside the database, such as sending a file, is not repeated.
      const mayTryAgain = error instanceof Again || (transaction.hasOutdatedPlans && !(error instanceof Abandoned))
      if (!mayTryAgain || tries === mostTries) throw error
    }
  }
}

/** The user's own language decides; the wish of the client chooses among its locales, and decides for visitors and machines. */
function localeOf({ tenant, actor }: Opened, visit: Visit): Locale {
  if (actor === null || actor.isMachine) {
    return negotiate(visit.acceptLanguage, tenant.availableLanguages) ?? tenant.defaultLanguage
  }
  const ofLanguage = tenant.availableLanguages.filter((locale) => locale.startsWith(actor.lang))
  return (
    negotiate(visit.acceptLanguage, ofLanguage) ??
    localeFor(actor.lang, tenant.availableLanguages, tenant.defaultLanguage)
  )
}
