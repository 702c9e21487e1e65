import { sql, type Selectable, type Updateable } from 'kysely'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { touched } from './touched.ts'

/** The columns of a tenant that the operator's directory shows. */
export const directoryColumns = [
  'name',
  'slug',
  'status',
  'status_details',
  'product_name',
  'default_language',
  'countries',
  'created_at',
  'version',
  'is_operator',
  'subjects',
] as const

type DirectoryRow = Pick<Selectable<Tables['tenants']>, (typeof directoryColumns)[number]>

/** Changes columns of the scope's tenant, and its version, so that every browser learns of it from its next reply. */
export async function changeTenantRow(
  scope: Scope,
  columns: Omit<Updateable<Tables['tenants']>, 'id' | 'version' | 'updated_at'> = {},
): Promise<void> {
  const row = await scope.db
    .updateTable('tenants')
    .set({ ...columns, ...touched() })
    .where('id', '=', scope.tenant.id)
    .returning(directoryColumns)
    .executeTakeFirstOrThrow()
  await keepInDirectory(scope, row)
}

/**
 * Writes what the operator's directory shows of the scope's tenant. A trigger could not, where tenants are spread over
 * servers and the directory is on another one than the tenant.
 */
export async function keepInDirectory({ db }: Scope, row: DirectoryRow): Promise<void> {
  const { is_operator: isOperator, subjects, ...columns } = row
  if (isOperator) return
  const entry = JSON.stringify({ ...columns, kind: subjects.kind })
  await sql`select keep_directory_entry(${entry}::jsonb)`.execute(db)
}
