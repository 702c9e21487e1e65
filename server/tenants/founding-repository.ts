import { sql, type Insertable } from 'kysely'
import { defaultPermissions, userTypes } from '../../contract/permissions/permissions.ts'
import { directoryColumns, keepInDirectory } from '../access/changing/tenant-row.ts'
import type { Tables } from '../access/tables.ts'
import type { Scope } from '../access/scope.ts'

/** Inserts the scope's tenant with the default permissions of each user type. Returns false when its slug is in use. */
export async function insertTenant(scope: Scope, row: Omit<Insertable<Tables['tenants']>, 'id'>): Promise<boolean> {
  const inserted = await scope.db
    .insertInto('tenants')
    .values({ id: scope.tenant.id, ...row })
    // Where tenants are spread over servers, only the address is unique.
    .onConflict((conflict) => conflict.doNothing())
    .returning(directoryColumns)
    .executeTakeFirst()
  if (inserted === undefined) return false
  await keepInDirectory(scope, inserted)
  await scope.db
    .insertInto('tenant_permissions')
    .values(
      userTypes.map((userType) => ({
        tenant_id: scope.tenant.id,
        user_type: userType,
        permissions: [...defaultPermissions[userType]],
      })),
    )
    .execute()
  return true
}

/** Assigns an address to the tenant. Returns false when it was taken. */
export async function takeAddress(
  { db }: Scope,
  { kind, address }: Pick<Tables['tenant_addresses'], 'kind' | 'address'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`select take_address(${kind}, ${address}) as is_taken`.execute(db)
  return rows[0]?.is_taken === true
}

/** Tells whether the scope's tenant is the operator's. */
export async function isOperatorsTenant({ db, tenant }: Scope): Promise<boolean> {
  const row = await db.selectFrom('tenants').where('id', '=', tenant.id).select('is_operator').executeTakeFirst()
  return row?.is_operator === true
}
