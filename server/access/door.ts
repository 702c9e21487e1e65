import type { Pool } from 'pg'
import { localeFor, type Locale } from '../../contract/rules/formats.ts'
import { operatorSlug } from '../../contract/tenants/new-tenant.ts'
import type { Jobs } from '../platform/jobs.ts'
import { negotiate } from '../platform/phrases.ts'
import { Again } from './again.ts'
import { boundKysely } from './bound-kysely.ts'
import { KnownVisits } from './known-visits.ts'
import { enterOther, openNewTenant, openRequest, openTenant } from './opening.ts'
import type { OtherTenant, Scope, Tenant } from './scope.ts'
import { Abandoned, Transaction, type DoorClient } from './transaction.ts'
import type { Opened, Visit } from './visit.ts'

export { Again } from './again.ts'

/** The one way to the database for the work of requests. */
export interface Door {
  /**
   * Runs `work` in one transaction that sees one tenant. It is committed when `work` is done, and rolled back when it
   * throws. Work that has only read, judged by its result, need not wait for its commit, which then changes nothing that was
   * promised; what was written is promised only once the database has said that it is kept. Work that throws `Again` is done
   * anew, and so is work that met a statement that was prepared before a column changed. Throws `not-found` for a host without a tenant.
   */
  enter<T, A = undefined>(
    visit: Visit,
    work: (scope: Scope, client: DoorClient, ahead: Promise<A> | undefined) => Promise<T>,
    more?: Manner<T, A>,
  ): Promise<T>
  /** The same for work that no request asks for, such as sending a message: inside one tenant, with nobody logged in. */
  enterTenant<T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** The same inside a tenant that this work founds, and that is not there before. */
  enterNewTenant<T>(tenant: Tenant, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * Tenants that a round visits now, suspended ones too: all in which something happened since it came, and so many of the others,
   * first who has waited longest.
   */
  takeTurns(round: VisitingRound, mostIdle: number): Promise<string[]>
  /** Says of these that nothing is left to be done in them. Those of which it is not said stay as they were when they were taken. */
  endTurns(round: VisitingRound, tenantIds: readonly string[]): Promise<void>
  /** The operator's own tenant, once it is founded. */
  operatorTenantId(): Promise<string | undefined>
  /** Tenants with audit events that wait for their seal. */
  tenantsToSeal(): Promise<string[]>
  /** Tenants with records that no count holds yet. */
  tenantsToFold(): Promise<string[]>
  /** Tenants whose audit chain has something to be verified, those first that have waited longest. */
  tenantsToVerify(): Promise<string[]>
  /** How many tenants have an audit chain that was found broken. */
  countAuditAlarms(): Promise<number>
}

/** Rounds that visit tenants in turn. */
type VisitingRound = 'keep-audit-heads' | 'remove-ended'

/** How work is done. */
interface Manner<T, A> {
  hasOnlyRead?: (result: T) => boolean
  /**
   * Begins what the work starts with, for somebody who was here before, in the round trip that finds out whether they still are who
   * they were then: its statements travel behind the one that tells. The work gets what it answers only if nothing about them or
   * their tenant has changed; else all that it did is undone, and the work begins without it. The `now` of its scope is no date.
   */
  lookAhead?: (guessed: Scope) => Promise<A> | undefined
}

/** How often work is tried that throws `Again`. */
const mostTries = 4

/** `pool` may be pipelined (requests) or not (streams of COPY, which need a connection for themselves). */
export function openDoor(pool: Pool, jobs: Jobs): Door {
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
  /** In one transaction for work that no request asks for. */
  const unasked = <T>(
    open: (client: DoorClient) => Promise<Opened>,
    workId: string,
    work: (scope: Scope) => Promise<T>,
  ) =>
    inTransaction(pool, async (transaction) => {
      const opened = await open(transaction.client)
      const scope = { ...scopeOf(transaction, opened), locale: opened.tenant.defaultLanguage, requestId: workId }
      return await work(scope)
    })
  return {
    enter: (visit, work, { hasOnlyRead, lookAhead } = {}) =>
      inTransaction(
        pool,
        async (transaction, isFirstTry) => {
          let ahead: ReturnType<NonNullable<typeof lookAhead>>
          const begin = (guessed: Opened) => {
            ahead = lookAhead?.(requestScope(transaction, guessed, visit))
            // Whoever awaits it is told. When the guess was wrong, nobody does.
            ahead?.catch(() => undefined)
          }
          const isGuessing = isFirstTry && lookAhead !== undefined
          const { client } = transaction
          const { isAsGuessed, ...opened } = await openRequest(client, visit, known, isGuessing ? begin : undefined)
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
    async operatorTenantId() {
      const { rows } = await pool.query<{ id: string }>(
        `select tenant_id as id from tenant_addresses where kind = 'slug' and address = $1`,
        [operatorSlug],
      )
      return rows[0]?.id
    },
    async tenantsToSeal() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_seal() as id')
      return rows.map(({ id }) => id)
    },
    async tenantsToFold() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_fold() as id')
      return rows.map(({ id }) => id)
    },
    async tenantsToVerify() {
      const { rows } = await pool.query<{ id: string }>(
        'select id from tenants_to_verify() order by verified_at nulls first',
      )
      return rows.map(({ id }) => id)
    },
    async countAuditAlarms() {
      const { rows } = await pool.query<{ alarms: number }>('select count_audit_alarms() as alarms')
      return rows[0]?.alarms ?? 0
    },
  }
}

function jobAdder(transaction: Transaction, jobs: Jobs, tenantId: string): Scope['addJob'] {
  return (queue, id, afterSeconds) =>
    jobs.add((text, values) => transaction.query({ text, values: [...values] }), queue, { tenantId, id }, afterSeconds)
}

async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction, isFirstTry: boolean) => Promise<T>,
  hasOnlyRead: (result: T) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const transaction = new Transaction(await pool.connect())
    try {
      const result = await work(transaction, tries === 1)
      const ended = transaction.end()
      if (!hasOnlyRead(result)) await ended
      transaction.release()
      return result
    } catch (error) {
      await transaction.leave(error)
      // What was begun outside the database, such as a file that is being sent, is not begun twice.
      const mayTryAgain = error instanceof Again || (transaction.hasOutdatedPlans && !(error instanceof Abandoned))
      if (!mayTryAgain || tries === mostTries) throw error
    }
  }
}

/** A user's own language decides; among its locales, and for visitors, the browser's wish does. */
function localeOf({ tenant, actor }: Opened, visit: Visit): Locale {
  if (actor === null) return negotiate(visit.acceptLanguage, tenant.availableLanguages) ?? tenant.defaultLanguage
  const ofLanguage = tenant.availableLanguages.filter((locale) => locale.startsWith(actor.lang))
  return (
    negotiate(visit.acceptLanguage, ofLanguage) ??
    localeFor(actor.lang, tenant.availableLanguages, tenant.defaultLanguage)
  )
}
