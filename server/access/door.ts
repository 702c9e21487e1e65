import type { Pool, PoolClient as PgPoolClient } from 'pg'
import type { FeatureFlag, Permission, UserType } from '../../contract/permissions/permissions.ts'
import { localeFor, type Language, type Locale } from '../../contract/rules/formats.ts'
import { isDatabaseAway } from '../platform/database-away.ts'
import { Failure } from '../platform/failure.ts'
import type { Jobs } from '../platform/jobs.ts'
import { negotiate } from '../platform/phrases.ts'
import { boundKysely } from './bound-kysely.ts'
import type { Actor, Scope, Tenant } from './scope.ts'

/** A client of node-postgres, for what Kysely cannot say (COPY); whether it is pipelined is missing from its types. */
export type DoorClient = PgPoolClient & { pipeline?: boolean }

/** What a request brings to the door. */
export interface Visit {
  host: string
  /** SHA-256 of the session cookie, or null without one. */
  sessionTokenHash: Buffer | null
  acceptLanguage: string | undefined
  requestId: string
}

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
  /** Every tenant there is, suspended ones too, for work that is done in each of them. */
  tenantIds(): Promise<string[]>
  /** Tenants with audit events that wait for their seal. */
  tenantsToSeal(): Promise<string[]>
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
  return {
    enter: (visit, work, { hasOnlyRead } = {}) =>
      inTransaction(pool, (client) => begin(client, visit, jobs), work, hasOnlyRead),
    enterTenant: (tenantId, workId, work) =>
      inTransaction(pool, (client) => beginInTenant(client, jobs, tenantId, workId), work),
    async tenantIds() {
      const { rows } = await pool.query<{ id: string }>('select distinct tenant_id as id from tenant_addresses')
      return rows.map(({ id }) => id)
    },
    async tenantsToSeal() {
      const { rows } = await pool.query<{ id: string }>('select tenants_to_seal() as id')
      return rows.map(({ id }) => id)
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

/** The reply of `open_request` (see `database/migrations/0013-open-request.sql`). */
interface Opened {
  tenant_id: string | null
  tenant_slug: string
  default_language: Locale
  available_languages: Locale[]
  features: FeatureFlag[]
  id_prefix: string
  subject_kind: 'human' | 'non-human'
  assay_id: string | null
  user_id: string | null
  session_id: string
  email: string
  user_type: UserType
  lang: Language
  organisation_id: string | null
  group_ids: string[] | null
  permissions: Permission[] | null
}

async function begin(client: DoorClient, visit: Visit, jobs: Jobs): Promise<Scope> {
  const began = client.query('begin')
  // Unless the client is pipelined, a second query must not be started before the first is done.
  if (!client.pipeline) await began
  const [opened] = await Promise.all([
    client.query<Opened>({
      name: 'open_request',
      text: 'select * from open_request($1, $2)',
      values: [visit.host, visit.sessionTokenHash],
    }),
    began,
  ])
  const row = opened.rows[0]
  if (row?.tenant_id == null) throw new Failure('not-found')
  const tenant: Tenant = {
    id: row.tenant_id,
    slug: row.tenant_slug,
    defaultLanguage: row.default_language,
    availableLanguages: row.available_languages,
    features: row.features,
    idPrefix: row.id_prefix,
    subjectKind: row.subject_kind,
    assayId: row.assay_id,
  }
  const actor = actorOf(row)
  return {
    db: boundKysely(client),
    tenant,
    actor,
    locale: localeOf(tenant, actor, visit),
    requestId: visit.requestId,
    addJob: jobAdder(client, jobs, tenant.id),
  }
}

async function beginInTenant(client: DoorClient, jobs: Jobs, tenantId: string, workId: string): Promise<Scope> {
  await client.query('begin')
  await client.query('select enter_tenant($1)', [tenantId])
  const db = boundKysely(client)
  const row = await db.selectFrom('tenants').where('id', '=', tenantId).selectAll().executeTakeFirst()
  if (row === undefined) throw new Failure('not-found')
  const tenant: Tenant = {
    id: row.id,
    slug: row.slug,
    defaultLanguage: row.default_language,
    availableLanguages: row.available_languages,
    features: row.features,
    idPrefix: row.id_prefix,
    subjectKind: row.subjects.kind,
    assayId: row.assay_id,
  }
  return {
    db,
    tenant,
    actor: null,
    locale: tenant.defaultLanguage,
    requestId: workId,
    addJob: jobAdder(client, jobs, tenant.id),
  }
}

function actorOf(row: Opened): Actor | null {
  if (row.user_id === null) return null
  return {
    id: row.user_id,
    sessionId: row.session_id,
    email: row.email,
    userType: row.user_type,
    permissions: row.permissions ?? [],
    lang: row.lang,
    organisationId: row.organisation_id,
    groupIds: row.group_ids ?? [],
  }
}

/** A user's own language decides; among its locales, and for visitors, the browser's wish does. */
function localeOf(tenant: Tenant, actor: Actor | null, visit: Visit): Locale {
  if (actor === null) return negotiate(visit.acceptLanguage, tenant.availableLanguages) ?? tenant.defaultLanguage
  const ofLanguage = tenant.availableLanguages.filter((locale) => locale.startsWith(actor.lang))
  return (
    negotiate(visit.acceptLanguage, ofLanguage) ??
    localeFor(actor.lang, tenant.availableLanguages, tenant.defaultLanguage)
  )
}
