import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import { periodOf, type CountedValue, type ValuePlace } from '../../contract/monthly-reports/data-values.ts'
import type { getMonthlyReport } from '../../contract/monthly-reports/endpoints.ts'
import type { ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { inActorScope, recordInActorScope } from '../access/actor-predicate.ts'
import { inMonth } from '../access/listing/in-month.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/**
 * Counts the tests of a month in the actor's scope, by the names of their places and test kits, at most one row more than `most`. A sex
 * that the tenant does not keep is unknown.
 */
export async function countMonth(
  scope: ActorScope,
  { month, zone, organisation_id, group_id }: Query<typeof getMonthlyReport>,
  most: number,
): Promise<ReportRow[]> {
  const tenantId = scope.tenant.id
  const keepsSex = scope.tenant.subjectDetails.includes('sex')
  const place = [
    ...(organisation_id === undefined ? [] : [sql`r.organisation_id = ${organisation_id}::uuid`]),
    ...(group_id === undefined ? [] : [sql`r.group_id = ${group_id}::uuid`]),
  ]
  const { rows } = await sql<ReportRow>`
    with counted as (
      select r.group_id, r.assay_id, r.result, p.age_group, p.sex, count(*)::int as tests
      from test_records r
      left join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = r.subject_id
      left join subject_details d on d.tenant_id = ${tenantId} and d.subject_id = r.subject_id
      cross join lateral (
        -- Somebody cannot have been born after their test, so that such a birth date is none.
        select case when i.date_of_birth::date <= d.day then extract(year from age(d.day, i.date_of_birth::date)) end as years
        from (select (r.performed_at at time zone r.performed_zone)::date as day) as d
      ) as a
      cross join lateral (
        select
          case when a.years < 5 then '0-4' when a.years < 15 then '5-14' when a.years >= 15 then '15-and-over' else 'unknown' end
            as age_group,
          case when ${keepsSex}::boolean then coalesce(d.sex, 'unknown') else 'unknown' end as sex
      ) as p
      where ${sql.join(
        [
          sql`r.tenant_id = ${tenantId}`,
          sql`r.state <> 'voided'`,
          inMonth(month, zone),
          recordInActorScope(scope, 'r'),
          ...place,
        ],
        sql` and `,
      )}
      group by r.group_id, r.assay_id, r.result, p.age_group, p.sex
      limit ${sql.lit(most + 1)}
    )
    select json_build_object('id', o.id, 'name', o.name) as organisation,
      json_build_object('id', g.id, 'name', g.name) as "group",
      json_build_object('id', k.id, 'name', k.name) as assay,
      c.result, c.age_group as "ageGroup", c.sex, c.tests
    from counted c
    join groups g on g.tenant_id = ${tenantId} and g.id = c.group_id
    join organisations o on o.tenant_id = ${tenantId} and o.id = g.organisation_id
    join assays k on k.tenant_id = ${tenantId} and k.id = c.assay_id
    order by o.name, o.id, g.name, g.id, k.name, k.id, c.result, c.age_group, c.sex`.execute(scope.db)
  return rows
}

/**
 * Lists the values of a month in earlier files that counted tests of these places alone, as far as the actor sees those: whoever sees a
 * part of what a value counts cannot tell that nothing is left of it.
 */
export async function listMade(
  scope: ActorScope,
  { month, organisation_id, group_id }: Query<typeof getMonthlyReport>,
): Promise<ValuePlace[]> {
  const isAsked = sql.join(
    [
      inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }),
      ...(organisation_id === undefined ? [] : [sql`g.organisation_id = ${organisation_id}::uuid`]),
      ...(group_id === undefined ? [] : [sql`g.id = ${group_id}::uuid`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<ValuePlace & { categoryOptionCombo: string }>`
    select v.org_unit as "orgUnit", v.data_element as "dataElement", v.category_option_combo as "categoryOptionCombo"
    from reported_values v join groups g on g.tenant_id = ${scope.tenant.id} and g.id = v.group_id
    where v.tenant_id = ${scope.tenant.id} and v.period = ${periodOf(month)}
    group by v.org_unit, v.data_element, v.category_option_combo
    having bool_and(${isAsked})
    order by v.org_unit, v.data_element, v.category_option_combo`.execute(scope.db)
  return rows.map(({ categoryOptionCombo, ...at }) =>
    categoryOptionCombo === '' ? at : { ...at, categoryOptionCombo },
  )
}

/** The rows of one statement, whose values PostgreSQL takes up to 65,535 of. */
const rowsAtOnce = 5000

/** Remembers which values a file of a month has counted, and the groups whose tests they are. */
export async function keepMade({ db, tenant }: Scope, month: string, counted: readonly CountedValue[]): Promise<void> {
  const rows = counted.flatMap(({ orgUnit, dataElement, categoryOptionCombo = '', groupIds }) =>
    [...groupIds].map((group_id) => ({
      tenant_id: tenant.id,
      period: periodOf(month),
      org_unit: orgUnit,
      data_element: dataElement,
      category_option_combo: categoryOptionCombo,
      group_id,
    })),
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- a connection does one statement at a time
    await db
      .insertInto('reported_values')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function listCodes({ db }: Scope): Promise<ReportCode[]> {
  return db.selectFrom('report_codes').select(['kind', 'key', 'code']).orderBy('kind').orderBy('key').execute()
}

/** Finds those of the ids that are a group, an organisation or an assay of the tenant. */
export async function findCoded({ db }: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('groups')
    .where('id', 'in', ids)
    .select('id')
    .unionAll(db.selectFrom('organisations').where('id', 'in', ids).select('id'))
    .unionAll(db.selectFrom('assays').where('id', 'in', ids).select('id'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function upsertCodes({ db, tenant }: Scope, codes: readonly ReportCode[]): Promise<void> {
  if (codes.length === 0) return
  await db
    .insertInto('report_codes')
    .values(codes.map((code) => ({ tenant_id: tenant.id, ...code })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'key']).doUpdateSet((row) => ({ code: row.ref('excluded.code') })),
    )
    .execute()
}

export async function deleteCode({ db }: Scope, { kind, key }: Pick<ReportCode, 'kind' | 'key'>): Promise<void> {
  await db.deleteFrom('report_codes').where('kind', '=', kind).where('key', '=', key).execute()
}
