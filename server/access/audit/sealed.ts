import type { Scope } from '../scope.ts'

/**
 * Returns the position of the newest sealed event of the tenant, 0 without one. It is asked by itself, because a row that is
 * inserted may not ask for its values where tenants are spread over servers.
 */
export async function findSealedPosition({ db }: Scope): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .where('position', 'is not', null)
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  return Number(row?.position ?? 0)
}
