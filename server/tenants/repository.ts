import type { Standing } from '../../contract/standing.ts'
import type { Scope } from '../access/scope.ts'
import { changeTenantRow } from '../access/changing/tenant-row.ts'

/** Returns the scope's tenant with all columns that its preferences consist of. */
export async function getTenantRow({ db, tenant }: Scope) {
  return db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .select(['id', 'version', 'name', 'slug', 'status', 'status_details', 'product_name'])
    .select(['default_language', 'available_languages', 'countries', 'phone_regex', 'postcode_regex'])
    .select([
      'subjects',
      'identifies_by',
      'subject_details',
      'features',
      'theme',
      'app_links',
      'date_format',
      'session_idle_minutes',
    ])
    .executeTakeFirstOrThrow()
}
export type TenantRow = Awaited<ReturnType<typeof getTenantRow>>

/** Locks the scope's tenant until the transaction ends, and returns its standing. */
export async function lockTenantRow({ db, tenant }: Scope) {
  return db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .forNoKeyUpdate()
    .select(['id', 'status', 'status_details', 'version'])
    .executeTakeFirst()
}

export async function updateTenantStanding(
  scope: Scope,
  { status, details }: { status: Standing; details: string | null },
): Promise<void> {
  await changeTenantRow(scope, { status, status_details: details })
}

/**
 * Tells whether operators may enter the scope's tenant without asking. With `lock`, nobody can change that until the
 * transaction ends.
 */
export async function mayOperatorsEnter({ db, tenant }: Scope, { lock = false } = {}): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .select('operators_may_enter')
    .executeTakeFirstOrThrow()
  return row.operators_may_enter
}

export async function updateMayEnter(scope: Scope, mayEnter: boolean): Promise<void> {
  await changeTenantRow(scope, { operators_may_enter: mayEnter })
}

/**
 * Sets these columns and increments the version of the scope's tenant, so that every browser learns of the change from
 * its next reply.
 */
export async function noteChange(scope: Scope, columns: { terms_version?: string } = {}): Promise<void> {
  await changeTenantRow(scope, columns)
}
