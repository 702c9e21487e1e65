import { sql } from 'kysely'
import type { Query } from '../../../contract/endpoint.ts'
import { results } from '../../../contract/rules/results.ts'
import type { getAgreement } from '../../../contract/test-records/agreement.ts'
import { recordInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope } from '../../access/scope.ts'

/** Counts of one assay, one reader, one month, or of all, for which `key` is null. */
export interface AgreementRow {
  kind: 'all' | 'seen' | 'assay' | 'reader' | 'month'
  key: string | null
  /** The name of the assay, or of a reader who has not left. */
  name: string | null
  /** The number of tests with each pair of results, row by row, in the order of `results`. */
  counts: number[]
}

/**
 * Counts both readings of the tests in the actor's scope that were performed in these months, in one statement: in
 * total and by assay, reader and month, each with at most `most` rows by their number of tests. A test counts for both
 * of its readers.
 */
export async function countReadings(
  scope: ActorScope,
  { from, to, zone }: Query<typeof getAgreement>,
  most: number,
): Promise<AgreementRow[]> {
  const tenantId = scope.tenant.id
  const pairs = results.flatMap((own) => results.map((other) => ({ own, other })))
  const { rows } = await sql<AgreementRow>`
    with twice as (
      select s.first_result, s.result, s.first_by, s.read_by, s.was_seen, r.assay_id,
        to_char(r.performed_at at time zone ${zone}, 'YYYY-MM') as month
      from test_records r
      join second_readings s on s.tenant_id = ${tenantId} and s.test_record_id = r.id
      where r.tenant_id = ${tenantId}
        and r.second_reading in ('agreed', 'differ', 'settled')
        and r.state <> 'voided'
        and r.performed_at >= (${from} || '-01')::timestamp at time zone ${zone}
        and r.performed_at < ((${to} || '-01')::timestamp + interval '1 month') at time zone ${zone}
        and ${recordInActorScope(scope, 'r')}
    ), counted as (
      select k.kind, k.key, array[${sql.join(
        pairs.map(
          ({ own, other }) => sql`count(*) filter (where k.own = ${sql.lit(own)} and k.other = ${sql.lit(other)})::int`,
        ),
      )}] as counts,
        row_number() over (partition by k.kind order by count(*) desc, k.key) as place
      from twice t
      cross join lateral (
        select 'all' as kind, null as key, t.first_result as own, t.result as other where not t.was_seen
        union all select 'seen', null, t.first_result, t.result where t.was_seen
        union all select 'assay', t.assay_id::text, t.first_result, t.result where not t.was_seen
        union all select 'month', t.month, t.first_result, t.result where not t.was_seen
        union all select 'reader', t.first_by::text, t.first_result, t.result where not t.was_seen
        union all select 'reader', t.read_by::text, t.result, t.first_result where not t.was_seen
      ) as k
      group by k.kind, k.key
    )
    select c.kind, c.key, coalesce(a.name, u.full_name) as name, c.counts
    from counted c
    left join assays a on a.tenant_id = ${tenantId} and a.id = case c.kind when 'assay' then c.key::uuid end
    left join users u on u.tenant_id = ${tenantId} and u.status <> 'deleted'
      and u.id = case c.kind when 'reader' then c.key::uuid end
    where c.place <= ${sql.lit(most)}
    order by c.kind, c.place`.execute(scope.db)
  return rows
}
