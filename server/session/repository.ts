import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { leaveEntriesOf } from '../access/door/operator-entry.ts'
import type { Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { sessionHours } from '../../contract/limits-and-times.ts'

/** Starts a session of a user, and removes their expired ones. */
export async function insertSession(scope: Scope, userId: string, token: string): Promise<void> {
  await leaveEntriesOf(scope, { areOver: true })
  await Promise.all([
    scope.db
      .insertInto('sessions')
      .values({
        tenant_id: scope.tenant.id,
        token_hash: hashToken(token),
        id: newId(),
        user_id: userId,
        expires_at: sql<Date>`now() + make_interval(hours => ${sessionHours})`,
      })
      .execute(),
    scope.db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute(),
  ])
}

export async function deleteSession(scope: Scope, tokenHash: Buffer): Promise<void> {
  await leaveEntriesOf(scope, { tokenHash })
  await scope.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/**
 * Ends the sessions of a user, perhaps except one, with their operator entries. Nothing else of the transaction may be
 * under way.
 */
export async function endSessions(scope: Scope, userId: string, exceptSessionId?: string): Promise<void> {
  await leaveEntriesOf(scope, { userId, exceptSessionId })
  await scope.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute()
}

/** Ends every session of a suspended user but keeps the rows, so that the browser can be told why. */
export async function closeSessions(scope: Scope, userId: string): Promise<void> {
  await leaveEntriesOf(scope, { userId })
  await scope.db
    .updateTable('sessions')
    .set({ expires_at: scope.now })
    .where('user_id', '=', userId)
    .where('expires_at', '>', scope.now)
    .execute()
}

/**
 * Ends every session of a suspended organisation's people in every process, but keeps the rows, so that browsers can be
 * told why.
 */
export async function closeSessionsOfOrganisation(scope: Scope, organisationId: string): Promise<void> {
  await scope.db
    .updateTable('sessions')
    .set({ expires_at: scope.now })
    .where('expires_at', '>', scope.now)
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users as u').where('u.organisation_id', '=', organisationId).select('u.id'),
    )
    .execute()
}

/** Logs everybody of the tenant out at once, in every process. */
export async function endSessionsOfTenant({ db, tenant }: Scope): Promise<void> {
  await db.deleteFrom('sessions').where('tenant_id', '=', tenant.id).execute()
}

/** Counts the tenant's sessions that have neither expired nor idled out. */
export async function countOpenSessionsOfTenant(scope: Scope): Promise<number> {
  const { count } = await openSessions(scope)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Logs out everybody of some user types at once, in every process. */
export async function endSessionsOfTypes(scope: Scope, types: readonly UserType[]): Promise<void> {
  await scope.db
    .deleteFrom('sessions')
    .where('user_id', 'in', (eb) => eb.selectFrom('users as u').where('u.user_type', 'in', types).select('u.id'))
    .execute()
}

/** Counts the sessions of an organisation's people that have neither expired nor idled out. */
export async function countOpenSessionsOf(scope: Scope, organisationId: string): Promise<number> {
  const { count } = await openSessions(scope)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('u.organisation_id', '=', organisationId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists a user's sessions that have neither expired nor idled out, the most recently seen first. */
export async function listSessions(scope: Scope, userId: string) {
  return openSessions(scope)
    .where('s.user_id', '=', userId)
    .select(['s.id', 's.created_at', 's.last_seen_at'])
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute()
}

/** Selects sessions that have neither expired nor idled out. */
function openSessions(scope: Scope) {
  return scope.db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_seen_at', '>', sql<Date>`now() - make_interval(mins => t.session_idle_minutes)`)
}

/** The action that a browser is remembered for: requesting a verification of the email, or logging in. */
type Purpose = Tables['browsers']['purpose']

/** The number of browsers remembered per person and purpose, which is more than anybody uses. */
const mostBrowsers = 20

/** Remembers the browser with this token as the user's. The least recently used one beyond the limit is forgotten. */
export async function rememberBrowser(scope: Scope, userId: string, purpose: Purpose, token: string): Promise<void> {
  await scope.db
    .insertInto('browsers')
    .values({
      tenant_id: scope.tenant.id,
      user_id: userId,
      purpose,
      token_hash: hashOf(userId, token),
      used_at: scope.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'purpose', 'token_hash']).doUpdateSet({ used_at: scope.now }),
    )
    .execute()
  await scope.db
    .deleteFrom('browsers')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('browsers as latest')
        .where('latest.user_id', '=', userId)
        .where('latest.purpose', '=', purpose)
        .orderBy('latest.used_at', 'desc')
        .orderBy('latest.token_hash')
        .limit(mostBrowsers)
        .select('latest.token_hash'),
    )
    .execute()
}

/** Tells whether the browser with this token is one of the user's. A browser without a token is nobody's. */
export async function isBrowserOf(
  scope: Scope,
  userId: string,
  purpose: Purpose,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false
  const found = await scope.db
    .selectFrom('browsers')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', '=', hashOf(userId, token))
    .select('user_id')
    .executeTakeFirst()
  return found !== undefined
}

export async function forgetBrowsers(scope: Scope, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await scope.db.deleteFrom('browsers').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Deletes a person's sessions and remembered browsers. */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  await endSessions(scope, person.id)
  await scope.db.deleteFrom('browsers').where('user_id', '=', person.id).execute()
}

function hashOf(userId: string, token: string): Buffer {
  return hashToken(`${userId}:${token}`)
}
