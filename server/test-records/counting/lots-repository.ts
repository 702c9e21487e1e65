import { sql } from 'kysely'
import { readIdentifier } from '../../../contract/rules/written-characters.ts'
import type { ActorScope } from '../../access/scope.ts'
import { countedFilter } from './counted-filter-repository.ts'
import { testsIn } from './repository.ts'

const dayLength = 24 * 60 * 60 * 1000
/** Kits do not last longer than this, so a lot that was last used before cannot be in use today. */
const lotDays = 2 * 365

/**
 * Finds lots of tests in the actor's scope that begin with what was typed, in either case, in order. They are read from
 * the counts, which have one row per lot and day. A patient finds none.
 */
export async function findLots(scope: ActorScope, search: string, limit: number): Promise<string[]> {
  const from = new Date((Math.floor(scope.now.getTime() / dayLength) - lotDays) * dayLength)
  const known = countedFilter(scope, { state: 'current', from: from.toISOString() })
  const start = readIdentifier(search)
  if (known === undefined || start === '') return []
  const { rows } = await sql<{ lot: string }>`
    select lot from (
      select c.key as lot, ${testsIn('c')} as tests from record_facets as c
      where c.tenant_id = ${scope.tenant.id} and ${known.places} and c.facet = 'lot' and c.period = 'day'
        and c.at >= ${from}::timestamptz and starts_with(upper(c.key), upper(${start}))
      union all
      select r.lot collate "C", r.change from record_deltas as r
      where r.tenant_id = ${scope.tenant.id} and ${known.deltas} and r.at >= ${from}::timestamptz
        and r.lot is not null and starts_with(upper(r.lot), upper(${start}))
    ) as l
    group by lot
    having sum(tests) > 0
    order by lot limit ${sql.lit(limit)}`.execute(scope.db)
  return rows.map(({ lot }) => lot)
}
