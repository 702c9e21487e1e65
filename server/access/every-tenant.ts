import type pg from 'pg'

interface NamedTenant {
  tenantId: string
  slug: string
}

/** What was read of a tenant, or why it could not be read. */
export type Visited<T> = NamedTenant & ({ result: T; failed?: never } | { result?: never; failed: Error })

/**
 * Reads each tenant as the owner of the tables, one after the other by slug, each in one snapshot. A tenant that fails
 * does not hold up the others. It fails, too, if it cannot be seen where it was entered, because everything else would
 * seem empty there. Throws at the end unless as many tenants were visited as there are.
 */
export async function* readEveryTenant<T>(
  owner: pg.ClientBase,
  read: (tenantId: string) => Promise<T>,
): AsyncGenerator<Visited<T>> {
  await owner.query('begin transaction isolation level repeatable read read only')
  const { rows: tenants } = await owner.query<NamedTenant>(
    `select tenant_id as "tenantId", address as slug from tenant_addresses where kind = 'slug' order by address`,
  )
  const { rows: counted } = await owner.query<{ count: number }>('select count_tenants() as count')
  await owner.query('commit')
  for (const tenant of tenants) yield { ...tenant, ...(await visit(owner, tenant.tenantId, read)) }
  const visited = new Set(tenants.map(({ tenantId }) => tenantId)).size
  refuseOtherCount(visited, counted[0]?.count)
}

/** Throws unless as many tenants were visited as there are. */
export function refuseOtherCount(visited: number, count: number | undefined): void {
  if (visited !== count) throw new Error(`${visited} tenants were visited, but there are ${count ?? 'none'}`)
}

async function visit<T>(
  owner: pg.ClientBase,
  tenantId: string,
  read: (tenantId: string) => Promise<T>,
): Promise<{ result: T } | { failed: Error }> {
  try {
    await owner.query('begin transaction isolation level repeatable read read only')
    await owner.query('select enter_tenant($1)', [tenantId])
    const { rows } = await owner.query('select from tenants where id = $1', [tenantId])
    if (rows.length === 0) throw new Error('The tenant was entered, but nothing of it can be seen')
    const result = await read(tenantId)
    await owner.query('commit')
    return { result }
  } catch (error) {
    // A broken connection fails here, and so does every tenant after it.
    await owner.query('rollback').catch(() => undefined)
    return { failed: error instanceof Error ? error : new Error(String(error)) }
  }
}
