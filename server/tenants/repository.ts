import type { Scope } from '../access/scope.ts'

/** The tenant of the scope, with all that its preferences are made of. */
export async function getTenantRow({ db, tenant }: Scope) {
  return db.selectFrom('tenants').where('id', '=', tenant.id).selectAll().executeTakeFirstOrThrow()
}
export type TenantRow = Awaited<ReturnType<typeof getTenantRow>>
