import { sql, type RawBuilder } from 'kysely'
import type { UserState } from '../../contract/users/user-list.ts'
import { groupInActorScope, organisationInActorScope, userInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** Selects the users in the actor's scope; with `orSelf`, the actor as well. Users who have left are excluded. */
export function usersInScope(scope: ActorScope, { orSelf = false } = {}) {
  const inScope = userInActorScope(scope, 'u')
  return scope.db
    .selectFrom('users as u')
    .where(sql<boolean>`u.status <> 'deleted'`)
    .where(orSelf ? sql<boolean>`(u.id = ${scope.actor.id} or ${inScope})` : inScope)
}

/** Selects users with the names of their organisation and inviter. */
export function usersWithNames(scope: ActorScope, who: { orSelf?: boolean } = {}) {
  return usersInScope(scope, who)
    .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
    .leftJoin('users as i', 'i.id', 'u.invited_by')
    .select([
      'u.id',
      'u.email',
      'u.full_name',
      'u.user_type',
      'u.organisation_id',
      'o.name as organisation_name',
      'u.lang',
      sql<'active' | 'suspended'>`u.status`.as('status'),
      stateOf(scope).as('state'),
      'u.email_verified_at',
      sql<boolean>`u.password_hash is not null`.as('is_set_up'),
      'u.last_login_at',
      sql<string | null>`case when i.status <> 'deleted' then i.full_name end`.as('invited_by_name'),
      'u.invited_at',
      'u.version',
    ])
}

/** The state of the account of `users as u`; `contract/users/user-filter.ts` defines each state. */
export function stateOf({ tenant, now }: ActorScope): RawBuilder<UserState> {
  const hasLink = sql`(
    exists (
      select from tokens k
      where k.tenant_id = ${tenant.id} and k.user_id = u.id and k.purpose = 'set-up' and k.expires_at > ${now}
    ) or exists (
      select from messages w
      where w.tenant_id = ${tenant.id} and w.user_id = u.id and w.template = 'staff-invitation' and w.state = 'waiting'
    )
  )`
  // The interval is null in a tenant without expiry, and the time is null for users without a password.
  const isExpired = sql`u.password_changed_at < ${now}::timestamptz - (
    select nullif(make_interval(days => t.password_expiry_days), interval '0')
    from tenants t where t.id = ${tenant.id}
  )`
  return sql<UserState>`case
    when u.status = 'suspended' then 'suspended'
    when u.password_hash is null then case when ${hasLink} then 'invited' else 'link-expired' end
    when u.pending_email is not null then 'pending-email'
    when u.email_verified_at is null then 'unverified'
    when u.must_change_password or ${isExpired} then 'must-change-password'
    else 'active'
  end`
}

/**
 * Finds a user in the actor's scope or, with `orSelf`, the actor; with `lock`, nobody else can change them until the
 * transaction ends.
 */
export async function findUserRow(
  scope: ActorScope,
  userId: string,
  { lock = false, orSelf = false }: { lock?: boolean; orSelf?: boolean } = {},
) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  if (lock) await scope.db.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
  const row = await usersWithNames(scope, { orSelf })
    .where('u.id', '=', userId)
    .select('u.pending_email')
    .executeTakeFirst()
  return row && { ...row, groups: await findGroupsOf(scope, [row.id]) }
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>

/** Lists the groups of users, as far as they are in the actor's scope. */
export async function findGroupsOf(scope: ActorScope, userIds: readonly string[]) {
  return membershipsOf(scope, userIds)
    .where(groupInActorScope(scope, 'g'))
    .select(['m.user_id', 'g.id', 'g.name', 'g.organisation_id as organisationId'])
    .orderBy('g.name_key')
    .orderBy('g.id')
    .execute()
}

/** Counts all groups of a user, also outside the actor's scope. */
export async function countGroupsOf(scope: ActorScope, userId: string): Promise<number> {
  const { count } = await membershipsOf(scope, [userId])
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function membershipsOf(scope: ActorScope, userIds: readonly string[]) {
  return scope.db
    .selectFrom('user_groups as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`)
}

/** Finds the permissions of each user type of the tenant. */
export async function findPermissionsOfTypes(scope: ActorScope) {
  const rows = await scope.db.selectFrom('tenant_permissions').select(['user_type', 'permissions']).execute()
  return new Map(rows.map(({ user_type, permissions }) => [user_type, permissions]))
}

/**
 * Tells whether anybody other than this user can log in and manage the tenant. The lock makes two changes that would
 * remove each other's administrator wait for each other.
 */
export async function hasOtherAdministrator(scope: ActorScope, userId: string): Promise<boolean> {
  await scope.db
    .selectFrom('tenant_permissions')
    .where('user_type', '=', 'tenant')
    .select('user_type')
    .forNoKeyUpdate()
    .execute()
  const other = await scope.db
    .selectFrom('users')
    .where('user_type', '=', 'tenant')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .where('id', '!=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Finds an organisation in the actor's scope. */
export async function findOrganisationInScope(scope: ActorScope, organisationId: string) {
  return scope.db
    .selectFrom('organisations as o')
    .where('o.id', '=', organisationId)
    .where(organisationInActorScope(scope, 'o.id'))
    .select(['o.id', 'o.status'])
    .executeTakeFirst()
}

/** Finds those of the groups that are in the actor's scope and in this organisation. */
export async function findGroupsInScope(scope: ActorScope, organisationId: string, groupIds: readonly string[]) {
  if (groupIds.length === 0) return []
  return scope.db
    .selectFrom('groups as g')
    .where('g.organisation_id', '=', organisationId)
    .where('g.id', 'in', groupIds)
    .where(groupInActorScope(scope, 'g'))
    .select(['g.id', 'g.status'])
    .execute()
}
