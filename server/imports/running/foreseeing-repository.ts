import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { mostNamedOfUndo, type StayReason } from '../../../contract/imports/import.ts'
import { subjectInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'

/** True for a record `x` that an import has made. */
export function isTestOf({ tenant }: Scope, importId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from imported_tests t where t.tenant_id = ${tenant.id} and t.import_id = ${importId} and t.record_id = x.id)`
}

/** True for a record of which `isAsImported` is true and that no import but this has found in its file, so that undoing this voids it. */
export function goesWith(
  { tenant }: Scope,
  importId: string,
  alias: string,
  isAsImported: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isAsImported} and not exists (
    select from import_test_matches f
    where f.tenant_id = ${tenant.id} and f.record_id = ${sql.ref(`${alias}.id`)} and f.import_id <> ${importId}))`
}

/** True for a match `x` that an import has found. */
export function isMatchOf(importId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(x.import_id = ${importId})`
}

/** Counts the tests of an import that undoing it would void, which `goes` says of a record `r`, and those that would stay. */
export async function countTestsOf(
  { db, tenant }: Scope,
  importId: string,
  goes: RawBuilder<SqlBool>,
): Promise<{ tests: number; testsLeft: number }> {
  const { rows } = await sql<{ tests: number; testsLeft: number }>`
    select count(*) filter (where goes)::int as tests, count(*) filter (where not goes)::int as "testsLeft"
    from (
      select ${goes} as goes
      from imported_tests k join test_records r on r.tenant_id = ${tenant.id} and r.id = k.record_id
      where k.tenant_id = ${tenant.id} and k.import_id = ${importId} and r.state <> 'voided'
    ) as made`.execute(db)
  return rows[0] ?? { tests: 0, testsLeft: 0 }
}

/** Some people with one fate if an import were undone; no reason for those who would be removed. */
export interface PeopleForeseen {
  reason: StayReason | null
  count: number
  /** The ids of some of them. */
  ids: string[]
}

/**
 * Counts the people whom an import has made by what undoing it would do to them, as they would be judged once the tests of the import are
 * voided. `isStillUsed` says of a subject `s` whether something uses them then. Whoever is not known by a key of it any more was changed, or another import goes on with them.
 */
export async function countPeopleOf(
  scope: ActorScope,
  importId: string,
  isStillUsed: RawBuilder<SqlBool>,
): Promise<PeopleForeseen[]> {
  const { db, tenant } = scope
  const isFoundByAnother = sql<SqlBool>`exists (
    select from import_matches m where m.tenant_id = ${tenant.id} and m.subject_id = s.id and m.import_id <> ${importId})`
  const { rows } = await sql<PeopleForeseen>`
    with made as materialized (
      select subject_id as id, true as is_known from imported_people where tenant_id = ${tenant.id} and import_id = ${importId}
      union
      select r.subject_id, false from import_rows r
      where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and r.outcome = 'made' and r.person = 'made'
        and r.subject_id is not null
        and not exists (select from imported_people k
          where k.tenant_id = ${tenant.id} and k.import_id = ${importId} and k.subject_id = r.subject_id)
        and (exists (select from subject_identities i where i.tenant_id = ${tenant.id} and i.subject_id = r.subject_id)
          or exists (select from merged_subjects m where m.tenant_id = ${tenant.id} and m.id = r.subject_id))
    ), judged as (
      select s.id, case
          when not made.is_known then case when ${isFoundByAnother} then 'found' else 'changed' end
          when s.version <> 1 or s.user_id is not null then 'changed'
          when ${isFoundByAnother} then 'found'
          when not ${subjectInActorScope(scope, 's')} or ${isStillUsed} then 'used'
        end as reason
      from made join subjects s on s.tenant_id = ${tenant.id} and s.id = made.id
    )
    select reason, count(*)::int as count, (array_agg(id order by id))[1:${sql.lit(mostNamedOfUndo)}] as ids
    from judged group by reason order by reason`.execute(db)
  return rows
}
