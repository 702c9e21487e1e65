import type { Standing } from '../../contract/standing.ts'
import type { Scope } from '../access/scope.ts'
import { touched } from '../access/touched.ts'

/** The tenant of the scope, with all that its preferences are made of. */
export async function getTenantRow({ db, tenant }: Scope) {
  return db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .select(['id', 'version', 'name', 'slug', 'status', 'status_details', 'product_name'])
    .select(['default_language', 'available_languages', 'countries', 'phone_regex', 'postcode_regex'])
    .select(['subjects', 'features', 'theme', 'app_links', 'date_format', 'session_idle_minutes'])
    .executeTakeFirstOrThrow()
}
export type TenantRow = Awaited<ReturnType<typeof getTenantRow>>

/** How the tenant of the scope stands; nobody else changes it until the transaction ends. */
export async function lockTenantRow({ db, tenant }: Scope) {
  return db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .forNoKeyUpdate()
    .select(['status', 'status_details', 'version'])
    .executeTakeFirst()
}

export async function updateTenantStanding(
  { db, tenant }: Scope,
  { status, details }: { status: Standing; details: string | null },
): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ status, status_details: details, ...touched() })
    .where('id', '=', tenant.id)
    .execute()
}

/** Whether operators enter the tenant of the scope without asking; with `lock`, nobody changes that until the transaction ends. */
export async function mayOperatorsEnter({ db, tenant }: Scope, { lock = false } = {}): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .select('operators_may_enter')
    .executeTakeFirstOrThrow()
  return row.operators_may_enter
}

export async function updateMayEnter({ db, tenant }: Scope, mayEnter: boolean): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ operators_may_enter: mayEnter, ...touched() })
    .where('id', '=', tenant.id)
    .execute()
}

/** Gives the tenant of the scope its next version, and these columns, so that every browser learns of it from its next reply. */
export async function noteChange({ db, tenant }: Scope, columns: { terms_version?: string } = {}): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ ...columns, ...touched() })
    .where('id', '=', tenant.id)
    .execute()
}
