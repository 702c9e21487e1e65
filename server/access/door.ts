import type { Pool } from 'pg'
import { localeFor, type Locale } from '../../contract/rules/formats.ts'
import { operatorSlug } from '../../contract/tenants/new-tenant.ts'
import { isDatabaseAway } from '../platform/database-away.ts'
import type { Jobs } from '../platform/jobs.ts'
import { negotiate } from '../platform/phrases.ts'
import { boundKysely } from './bound-kysely.ts'
import {
  enterOther,
  KnownHosts,
  openNewTenant,
  openRequest,
  openTenant,
  type DoorClient,
  type Opened,
  type Visit,
} from './opening.ts'
import type { OtherTenant, Scope, Tenant } from './scope.ts'

/** The one way to the database for the work of requests. */
export interface Door {
  /**
   * Runs `work` in one transaction that sees one tenant. It is committed when `work` is done, and rolled back when it
   * throws. Work that has only read, judged by its result, need not wait for its commit, which then changes nothing that was
   * promised; what was written is promised only once the database has said that it is kept. Throws `not-found` for a host
   * without a tenant.
   */
  enter<T>(
    visit: Visit,
    work: (scope: Scope, client: DoorClient) => Promise<T>,
    more?: { hasOnlyRead?: (result: T) => boolean },
  ): Promise<T>
  /** The same for work that no request asks for, such as sending a message: inside one tenant, with nobody logged in. */
  enterTenant<T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** The same inside a tenant that this work founds, and that is not there before. */
  enterNewTenant<T>(tenant: Tenant, workId: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Every tenant there is, suspended ones too, for work that is done in each of them. */
  tenantIds(): Promise<string[]>
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

/** Thrown by work that leaves its connection in a state that nothing can be asked of it any more. */
export class Abandoned extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Abandoned'
  }
}

/** `pool` may be pipelined (requests) or not (streams of COPY, which need a connection for themselves). */
export function openDoor(pool: Pool, jobs: Jobs): Door {
  const hosts = new KnownHosts()
  const partsFor = (client: DoorClient, tenantId: string): Omit<OtherTenant, 'tenant'> => ({
    db: boundKysely(client, tenantId),
    addJob: jobAdder(client, jobs, tenantId),
    enterOther: async (otherId) => ({ ...partsFor(client, otherId), tenant: await enterOther(client, otherId) }),
  })
  const scopeOf = (client: DoorClient, { tenant, actor, now }: Opened): Omit<Scope, 'locale' | 'requestId'> => ({
    ...partsFor(client, tenant.id),
    tenant,
    actor,
    now,
  })
  /** In one transaction for work that no request asks for. */
  const unasked = <T>(
    open: (client: DoorClient) => Promise<Opened>,
    workId: string,
    work: (scope: Scope) => Promise<T>,
  ) =>
    inTransaction(
      pool,
      async (client) => {
        const opened = await open(client)
        return { ...scopeOf(client, opened), locale: opened.tenant.defaultLanguage, requestId: workId }
      },
      work,
    )
  return {
    enter: (visit, work, { hasOnlyRead } = {}) =>
      inTransaction(
        pool,
        async (client) => {
          const opened = await openRequest(client, visit, hosts)
          return { ...scopeOf(client, opened), locale: localeOf(opened, visit), requestId: visit.requestId }
        },
        work,
        hasOnlyRead,
      ),
    enterTenant: (tenantId, workId, work) => unasked((client) => openTenant(client, tenantId), workId, work),
    enterNewTenant: (tenant, workId, work) => unasked((client) => openNewTenant(client, tenant), workId, work),
    async tenantIds() {
      const { rows } = await pool.query<{ id: string }>('select distinct tenant_id as id from tenant_addresses')
      return rows.map(({ id }) => id)
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

function jobAdder(client: DoorClient, jobs: Jobs, tenantId: string): Scope['addJob'] {
  return (queue, id, afterSeconds) =>
    jobs.add((text, values) => client.query(text, [...values]), queue, { tenantId, id }, afterSeconds)
}

async function inTransaction<T>(
  pool: Pool,
  open: (client: DoorClient) => Promise<Scope>,
  work: (scope: Scope, client: DoorClient) => Promise<T>,
  hasOnlyRead: (result: T) => boolean = () => false,
): Promise<T> {
  const client = await pool.connect()
  try {
    const scope = await open(client)
    const result = await work(scope, client)
    const ended = end(client)
    if (!hasOnlyRead(result)) await ended
    // The client goes back when it is done, and does not return at all when it broke.
    void ended.then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return result
  } catch (error) {
    await leave(client, error)
    throw error
  }
}

/** A transaction in which a statement failed is answered with a rollback, without an error: that is one here. */
async function end(client: DoorClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its end')
}

async function leave(client: DoorClient, reason: unknown): Promise<void> {
  // A connection that broke, fell silent or turned out read-only would only fail the next request, too.
  if (reason instanceof Abandoned || isDatabaseAway(reason)) return client.release(true)
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
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
