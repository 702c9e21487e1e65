import { sql, type RawBuilder } from 'kysely'
import type { Figures } from '../../../contract/figures.ts'
import { recordInActorScope } from '../actor-predicate.ts'
import type { ActorScope } from '../scope.ts'

/**
 * The counts of a place: its users, all of its tests, those with a positive or negative result, and the positive ones.
 */
export interface Counted {
  id: string
  users: number
  total: number
  conclusive: number
  positive: number
}

/** Counts for the places with these ids in one statement. */
type Count = (scope: ActorScope, ids: readonly string[], since: string) => Promise<Counted[]>

/**
 * Counts for the rows of a page in one statement, and returns a function that finds a row's figures by its id. Without
 * `since` nothing is counted. Figures that the actor has no permission for are null.
 */
export async function figuresOf(
  scope: ActorScope,
  rows: readonly { id: string }[],
  since: string | undefined,
  count: Count,
): Promise<(id: string) => Figures | null> {
  const { permissions } = scope.actor
  const ids = rows.map(({ id }) => id)
  const counted = since === undefined || ids.length === 0 ? [] : await count(scope, ids, since)
  const byId = new Map(
    counted.map(({ id, users, total, conclusive, positive }) => [
      id,
      {
        users: permissions.includes('view-users') ? users : null,
        tests: permissions.includes('view-tests') ? { total, conclusive, positive } : null,
      },
    ]),
  )
  return (id) => byId.get(id) ?? null
}

/**
 * Builds the query that counts the tests since an instant at a place `p`, named by its column in `test_records`, within
 * the actor's scope. It reads the rows of that place alone, by index.
 */
export function testsAt(
  scope: ActorScope,
  place: 'organisation_id' | 'group_id',
  since: string,
): RawBuilder<Omit<Counted, 'id' | 'users'>> {
  return sql`
    select count(*)::int as total, count(*) filter (where r.result in ('positive', 'negative'))::int as conclusive,
           count(*) filter (where r.result = 'positive')::int as positive
    from test_records as r
    where r.tenant_id = ${scope.tenant.id} and ${sql.ref(`r.${place}`)} = p.id and r.performed_at >= ${since}::timestamptz
      and r.state <> 'voided' and ${recordInActorScope(scope, 'r')}`
}
