import { sql, type Insertable } from 'kysely'
import type { LogoName } from '../../contract/tenants/logos.ts'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { changeTenantRow } from '../access/changing/tenant-row.ts'

/** Lists the tenant's logos with their hashes, without the pictures. */
export async function listLogos({ db }: Scope) {
  return db.selectFrom('tenant_logos').select(['name', 'hash']).execute()
}

/** Finds a logo with its picture. */
export async function findLogo({ db }: Scope, name: LogoName) {
  return db
    .selectFrom('tenant_logos')
    .where('name', '=', name)
    .select(['media_type', 'content', 'hash'])
    .executeTakeFirst()
}

/**
 * Notes the time of a request to set or remove a logo. Returns false and notes nothing when a later request came first.
 */
export async function noteWish(scope: Scope, name: LogoName, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into tenant_logo_wishes as w (tenant_id, name, asked_at) values (${scope.tenant.id}, ${name}, ${at})
    on conflict (tenant_id, name) do update set asked_at = excluded.asked_at where w.asked_at <= excluded.asked_at
    returning name`.execute(scope.db)
  return rows.length > 0
}

/** Stores a logo in place of the earlier one, and returns the hash of its picture. */
export async function storeLogo(
  scope: Scope,
  row: Omit<Insertable<Tables['tenant_logos']>, 'tenant_id'>,
): Promise<string> {
  const { hash } = await scope.db
    .insertInto('tenant_logos')
    .values({ tenant_id: scope.tenant.id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({ media_type: row.media_type, content: row.content }),
    )
    .returning('hash')
    .executeTakeFirstOrThrow()
  await changeTenantRow(scope)
  return hash
}

/** Deletes a logo, and returns whether there was one. */
export async function deleteLogo(scope: Scope, name: LogoName): Promise<boolean> {
  const deleted = await scope.db
    .deleteFrom('tenant_logos')
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  if (deleted === undefined) return false
  await changeTenantRow(scope)
  return true
}
