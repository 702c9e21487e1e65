import { sql } from 'kysely'
import { heldBy, mayImport, whyCannotRecord } from '../../contract/permissions/can.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Tells whether the tenant tests people, who alone can be imported from files. */
export function hasPeople({ tenant }: Scope): boolean {
  return tenant.subjectKind === 'human'
}

/**
 * Returns the scope of the user in whose name an import works, as they are at this time; undefined once they may not import
 * any more, because they or their organisation were suspended, or their permissions changed.
 */
export async function asImporter(scope: Scope, userId: string | null): Promise<ActorScope | undefined> {
  if (userId === null) return undefined
  const tenantId = scope.tenant.id
  const user = await scope.db
    .selectFrom('users as u')
    .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
    .leftJoin('tenant_permissions as p', 'p.user_type', 'u.user_type')
    .where('u.id', '=', userId)
    .where('u.status', '=', 'active')
    .where((eb) => eb.or([eb('o.id', 'is', null), eb('o.status', '=', 'active')]))
    .select(['u.id', 'u.email', 'u.full_name', 'u.user_type', 'u.lang', 'u.organisation_id', 'u.invited_by'])
    .select('p.permissions')
    .select(
      sql<
        string[]
      >`array(select g.group_id from user_groups g where g.tenant_id = ${tenantId} and g.user_id = u.id)`.as(
        'group_ids',
      ),
    )
    .executeTakeFirst()
  if (user === undefined || scope.tenant.status !== 'active' || !hasPeople(scope)) return undefined
  const { features } = scope.tenant
  const held = { userType: user.user_type, permissions: (user.permissions ?? []) as readonly Permission[], features }
  const actor = {
    id: user.id,
    isMachine: false,
    sessionId: '',
    email: user.email,
    fullName: user.full_name,
    userType: user.user_type,
    permissions: heldBy(held, user.invited_by !== null),
    lang: user.lang,
    organisationId: user.organisation_id,
    groupIds: user.group_ids,
    entry: null,
  }
  const holder = { ...actor, features }
  const isAllowed = mayImport(holder) && whyCannotRecord(holder) === undefined
  return isAllowed ? { ...scope, actor } : undefined
}
