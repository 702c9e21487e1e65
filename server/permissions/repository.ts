import { sql } from 'kysely'
import { tenantTypes, type TenantType } from '../../contract/permissions/matrix.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import type { Scope } from '../access/scope.ts'

/**
 * Lists the permissions of each user type of the tenant. With `lock`, nobody else can change them until the transaction
 * ends.
 */
export async function listHeld({ db }: Scope, { lock = false } = {}) {
  return db
    .selectFrom('tenant_permissions')
    .where('user_type', '!=', 'unlimited')
    .select(['user_type', 'permissions', 'version'])
    .orderBy('user_type')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
}

/** Sets the permissions of a user type, which apply at once in every process. */
export async function updateHeld(
  { db, now }: Scope,
  { type, permissions }: { type: TenantType; permissions: Permission[] },
): Promise<void> {
  await db
    .updateTable('tenant_permissions')
    .set({ permissions, version: sql<number>`version + 1`, updated_at: now })
    .where('user_type', '=', type)
    .execute()
}

/** Counts the active users of the tenant by type in one pass. */
export async function countPeople({ db }: Scope) {
  return db
    .selectFrom('users')
    .where('status', '=', 'active')
    .where('user_type', 'in', tenantTypes)
    .groupBy('user_type')
    .select(['user_type', sql<number>`count(*)::int`.as('count')])
    .execute()
}
