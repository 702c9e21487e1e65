import type { Figures } from '../../contract/figures.ts'
import type { ActorScope } from './scope.ts'

/** What one statement counts of the places with some ids. */
type Count = (
  scope: ActorScope,
  ids: readonly string[],
  since: string,
) => Promise<{ id: string; users: number; total: number; conclusive: number; positive: number }[]>

/**
 * The figures of the rows of a page, counted in one statement; none are counted where nobody asked since when. What the
 * actor may not see of them is left out.
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
