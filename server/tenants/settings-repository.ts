import { languages, type Language } from '../../contract/locales.ts'
import { sql, type Updateable } from 'kysely'
import type { FeatureFlag, Permission } from '../../contract/permissions/permissions.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { changeTenantRow } from '../access/changing/tenant-row.ts'
import { recentDays } from '../../contract/limits-and-times.ts'

/**
 * Finds the scope's tenant. With `lock`, nobody else can change it until the transaction ends; `subjects` also waits
 * for transactions that are adding the first subject.
 */
export async function findTenantRow({ db, tenant }: Scope, { lock }: { lock?: 'settings' | 'subjects' } = {}) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  const itself = db.selectFrom('tenants').where('id', '=', tenant.id).select('id')
  if (lock !== undefined) await (lock === 'settings' ? itself.forNoKeyUpdate() : itself.forUpdate()).execute()
  return db
    .selectFrom('tenants')
    .innerJoin('tenant_limits', 'tenant_id', 'id')
    .where('id', '=', tenant.id)
    .select(['id', 'version', 'name', 'description', 'slug', 'status', 'status_details', 'product_name', 'id_prefix'])
    .select(['default_language', 'available_languages', 'countries', 'phone_regex', 'postcode_regex'])
    .select([
      'subjects',
      'features',
      'sends_results_at_once',
      'subject_details',
      'identifies_by',
      'theme',
      'app_links',
      'date_format',
    ])
    .select(['session_idle_minutes', 'password_expiry_days', 'is_operator', 'operators_may_enter', 'own_networks'])
    .select(['mails_per_day', 'mails_per_sender', 'mails_per_recipient'])
    .select(['texts_per_day', 'texts_per_sender', 'texts_per_recipient'])
    .executeTakeFirst()
}
export type TenantRow = NonNullable<Awaited<ReturnType<typeof findTenantRow>>>

export type TenantColumns = Omit<Updateable<Tables['tenants']>, 'id' | 'version' | 'updated_at'>
export type LimitColumns = Omit<Updateable<Tables['tenant_limits']>, 'tenant_id'>

export async function updateTenantRow(scope: Scope, columns: TenantColumns, limits: LimitColumns): Promise<void> {
  await scope.db.updateTable('tenant_limits').set(limits).where('tenant_id', '=', scope.tenant.id).execute()
  await changeTenantRow(scope, columns)
}

/** Lists the tenant's custom domains alphabetically. */
export async function listDomains({ db, tenant }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant_addresses')
    .where('tenant_id', '=', tenant.id)
    .where('kind', '=', 'domain')
    .select('address')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** Releases an address of the tenant, which anybody may then take. */
export async function giveBackAddress(
  { db }: Scope,
  { kind, address }: Pick<Tables['tenant_addresses'], 'kind' | 'address'>,
): Promise<void> {
  await sql`select give_back_address(${kind}, ${address})`.execute(db)
}

export async function hasSubjects({ db, tenant }: Scope): Promise<boolean> {
  const row = await db
    .selectFrom('subjects')
    .where('tenant_id', '=', tenant.id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Use extends Record<FeatureFlag, number> {
  speakers: Record<Language, number>
}

/** Counts the tenant's active people by the settings that affect them, in one pass. */
export async function countUse({ db, tenant, now }: Scope): Promise<Use> {
  const may = (permission: Permission) => sql`${permission} = any (p.permissions)`
  const isPatient = sql`u.user_type = 'patient' and u.invited_by is null`
  const since = new Date(now.getTime() - recentDays * 24 * 60 * 60 * 1000)
  const count = (condition: ReturnType<typeof sql>) => sql`(count(*) filter (where ${condition}))::int`
  const speakers = languages.map((lang) => sql`${lang}::text, ${count(sql`u.lang = ${lang}`)}`)
  const { rows } = await sql<Use>`
    select json_build_object(${sql.join(speakers)}) as speakers,
      ${count(may('create-tests'))} as "PREVENT_WEB_TEST_CREATION",
      ${count(sql`u.user_type = 'clinical' and ${may('create-tests')}`)} as "PREVENT_CLINICIAN_TESTING",
      ${count(may('invite-patients'))} as "PREVENT_PATIENT_INVITES",
      ${count(sql`${isPatient} and u.created_at > ${since}`)} as "PREVENT_SELF_REGISTRATION",
      ${count(isPatient)} as "PREVENT_SELF_REGISTRATION_WEB_LOGIN"
    from users as u
    join tenant_permissions as p on p.tenant_id = ${tenant.id} and p.user_type = u.user_type
    where u.tenant_id = ${tenant.id} and u.status = 'active'
  `.execute(db)
  const [counted] = rows
  if (counted === undefined) throw new Error('A count without groups answers one row')
  return counted
}
