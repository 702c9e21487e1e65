import { sql } from 'kysely'
import { inActorScope, organisationInActorScope, userInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/** Users in the actor's scope, with their names. Those who have left are nobody's any more. */
export function usersWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('users as u')
    .leftJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'u.tenant_id').onRef('o.id', '=', 'u.organisation_id'),
    )
    .leftJoin('users as i', (join) => join.onRef('i.tenant_id', '=', 'u.tenant_id').onRef('i.id', '=', 'u.invited_by'))
    .where('u.status', '<>', 'deleted')
    .where(userInActorScope(scope, 'u'))
    .select([
      'u.id',
      'u.email',
      'u.full_name',
      'u.user_type',
      'u.organisation_id',
      'o.name as organisation_name',
      'u.lang',
      sql<'active' | 'suspended'>`u.status`.as('status'),
      'u.email_verified_at',
      sql<boolean>`u.password_hash is not null`.as('is_set_up'),
      'u.last_login_at',
      'i.full_name as invited_by_name',
      'u.invited_at',
      'u.version',
    ])
}

/** A user in the actor's scope; with `lock`, nobody else changes them until the transaction ends. */
export async function findUserRow(scope: ActorScope, userId: string, { lock }: { lock: boolean }) {
  const row = await usersWithNames(scope)
    .where('u.id', '=', userId)
    .$if(lock, (query) => query.forNoKeyUpdate('u'))
    .executeTakeFirst()
  return row && { ...row, groups: await findGroupsOf(scope, [row.id]) }
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>

/** The groups of users, as far as they are in the actor's scope. */
export async function findGroupsOf(scope: ActorScope, userIds: readonly string[]) {
  return membershipsOf(scope, userIds)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
    .select(['m.user_id', 'g.id', 'g.name', 'g.organisation_id as organisationId'])
    .orderBy('g.name_key')
    .orderBy('g.id')
    .execute()
}

/** How many groups a user has, those outside the actor's scope included. */
export async function countGroupsOf(scope: ActorScope, userId: string): Promise<number> {
  const { count } = await membershipsOf(scope, [userId])
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function membershipsOf(scope: ActorScope, userIds: readonly string[]) {
  return scope.db
    .selectFrom('user_groups as m')
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'))
    .where(sql<boolean>`m.user_id = any(${userIds}::uuid[])`)
}

/** What the tenant gives each user type. */
export async function findPermissionsOfTypes(scope: ActorScope) {
  const rows = await scope.db.selectFrom('tenant_permissions').select(['user_type', 'permissions']).execute()
  return new Map(rows.map(({ user_type, permissions }) => [user_type, permissions]))
}

/** Whether an organisation is there for the actor. */
export async function isOrganisationInScope(scope: ActorScope, organisationId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('organisations as o')
    .where('o.id', '=', organisationId)
    .where(organisationInActorScope(scope, 'o.id'))
    .select('o.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Those of the groups that are there for the actor, in this organisation. */
export async function findGroupsInScope(
  scope: ActorScope,
  organisationId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return []
  const found = await scope.db
    .selectFrom('groups as g')
    .where('g.organisation_id', '=', organisationId)
    .where('g.id', 'in', groupIds)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
    .select('g.id')
    .execute()
  return found.map(({ id }) => id)
}
