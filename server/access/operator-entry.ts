import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import { recordAudit } from './audit.ts'
import { insideTenant } from './other-tenant.ts'
import { resourceTypeOf } from './refused-attempts.ts'
import type { ActorScope, Scope } from './scope.ts'

/** What an operator who has entered a tenant's records reads there. Everything of it is in that tenant's audit trail. */
const readInside: ReadonlySet<string> = new Set([
  'getAgreement',
  'getAssay',
  'getAssayPicture',
  'getAuditChain',
  'getAuditEvent',
  'getDashboard',
  'getDashboardAssays',
  'getDashboardGroups',
  'getDashboardHours',
  'getDashboardLots',
  'getDashboardTrend',
  'getDeviceImage',
  'getGroup',
  'getOrganisation',
  'getReadings',
  'getSubject',
  'getTenant',
  'getTestRecord',
  'getUser',
  'listAssays',
  'listAuditEvents',
  'listDeliveries',
  'listGroupHistory',
  'listGroups',
  'listInvites',
  'listOrganisationHistory',
  'listOrganisations',
  'listSubjects',
  'listTestRecordHistory',
  'listTestRecords',
  'listUserHistory',
  'listUsers',
  'searchEverything',
  'watchDashboard',
])

/** What every page asks for, of the tenant as it is there for everybody. */
const askedInside: ReadonlySet<string> = new Set([
  'getLogo',
  'getManifest',
  'getMyDetails',
  'getSitePreferences',
  'getTenantId',
  'listUserTypes',
  'listUsCounties',
])

/** What an operator does meanwhile in their own tenant: with their session and nothing else. Whatever is in no list is refused. */
const doneOutside: ReadonlySet<string> = new Set([
  'leaveTenant',
  'listMySessions',
  'login',
  'logout',
  'startSession',
  'updateMyLang',
])

/** Whether an operator who has entered a tenant's records calls an endpoint there. */
export function isInside({ name }: Endpoint): boolean {
  return readInside.has(name) || askedInside.has(name)
}

/** Whether an operator may call an endpoint, inside or in their own tenant, while they have entered a tenant's records. */
export function isOpenToEntered(endpoint: Endpoint): boolean {
  return isInside(endpoint) || doneOutside.has(endpoint.name)
}

/** Keeps in the tenant's audit trail that an operator read something there: what, and of a list which filters, without their texts. */
export async function recordReading(
  scope: ActorScope,
  endpoint: Endpoint,
  request: { params: unknown; query: unknown },
): Promise<void> {
  const { entry } = scope.actor
  if (entry?.state !== 'inside' || !readInside.has(endpoint.name)) return
  const [resourceId] = Object.values(request.params ?? {}).filter((value) => typeof value === 'string')
  await recordAudit(scope, {
    action: 'tenant.read',
    ...resourceTypeOf(endpoint),
    ...(resourceId !== undefined && { resourceId }),
    details: { endpoint: endpoint.name, entry: entry.id, filters: Object.keys(request.query ?? {}).toSorted() },
  })
}

/** Ends what the actor's session has entered, if anything, in both tenants: the session is the operator's own again. */
export async function leaveEntry(scope: ActorScope): Promise<void> {
  const { entry, id, sessionId } = scope.actor
  if (entry !== null) await leave(scope, { ...entry, operatorId: id, sessionId })
}

/** Which sessions of the scope's tenant end: the one of a cookie, a user's but perhaps one, or those that have by age, by idle time or with their account. */
interface EndingSessions {
  tokenHash?: Buffer
  userId?: string
  exceptSessionId?: string | undefined
  areOver?: true
}

/**
 * Leaves what sessions have entered that end, in both tenants. To be called before they are removed, with nothing else of the
 * transaction under way. Only operators enter anything.
 */
export async function leaveEntriesOf(
  scope: Scope,
  { tokenHash, userId, exceptSessionId, areOver }: EndingSessions,
): Promise<void> {
  if (!scope.tenant.isOperator) return
  const sessions = await scope.db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.entry_id', 'is not', null)
    .$if(tokenHash !== undefined, (query) => query.where('s.token_hash', '=', tokenHash ?? Buffer.alloc(0)))
    .$if(userId !== undefined, (query) => query.where('s.user_id', '=', userId ?? ''))
    .$if(exceptSessionId !== undefined, (query) => query.where('s.id', '!=', exceptSessionId ?? ''))
    .$if(areOver === true, (query) =>
      query.where((where) =>
        where.or([
          where('u.status', '!=', 'active'),
          where('s.expires_at', '<=', sql<Date>`now()`),
          where('s.last_seen_at', '<=', sql<Date>`now() - make_interval(mins => t.session_idle_minutes)`),
        ]),
      ),
    )
    .orderBy('s.id')
    .select(['s.id', 's.user_id', 's.entry_id', 's.entered_tenant_id'])
    .execute()
  for (const { id: sessionId, user_id: operatorId, entry_id: id, entered_tenant_id: tenantId } of sessions) {
    if (id !== null && tenantId !== null) await leave(scope, { id, tenantId, operatorId, sessionId })
  }
}

/** What is left: an entry of an operator, made with a session. */
interface Leaving {
  id: string
  tenantId: string
  operatorId: string
  sessionId: string
}

/** Leaves an entry in the operator's name, whoever has it end. Of two that leave at once, one does. */
async function leave(scope: Scope, { id, tenantId, operatorId, sessionId }: Leaving): Promise<void> {
  const leaving = { action: 'tenant.left', actorId: operatorId, resourceType: 'tenant', resourceId: tenantId } as const
  if (!(await forgetEntry(scope, sessionId, id))) return
  const left = await insideTenant(scope, tenantId, async (inside) => {
    const ended = await inside.db
      .updateTable('operator_entries')
      .set({ left_at: scope.now })
      .where('id', '=', id)
      .where('operator_id', '=', operatorId)
      .where('left_at', 'is', null)
      .where('ends_at', '>', scope.now)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) return false
    await recordAudit(inside, { ...leaving, details: { entry: id } })
    return true
  })
  await recordAudit(scope, { ...leaving, details: { entry: id, isOver: !left } })
}

/** Has a session point at no entry any more; false where it points at another, or at none. */
async function forgetEntry({ db }: Scope, sessionId: string, entryId: string): Promise<boolean> {
  const forgotten = await db
    .updateTable('sessions')
    .set({ entered_tenant_id: null, entry_id: null })
    .where('id', '=', sessionId)
    .where('entry_id', '=', entryId)
    .returning('id')
    .executeTakeFirst()
  return forgotten !== undefined
}

/** Has the actor's session point at an entry; false where it does already, or has ended. Of two that enter at once, one does. */
export async function pointAtEntry(
  { db, actor }: ActorScope,
  entry: { id: string; tenantId: string },
): Promise<boolean> {
  const pointed = await db
    .updateTable('sessions')
    .set({ entered_tenant_id: entry.tenantId, entry_id: entry.id })
    .where('id', '=', actor.sessionId)
    .where('entry_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return pointed !== undefined
}
