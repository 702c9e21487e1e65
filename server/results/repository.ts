import { sql, type RawBuilder } from 'kysely'
import { isHeldBack, isOfSetPerson } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import type { Scope } from '../access/scope.ts'

/**
 * Finds a record in the form for holders of a link or a sheet, who are no actors, with the data that they must prove.
 * The names in it are looked up by key, as in `recordsWithNames`.
 */
export async function findShownRow(scope: Scope, by: { id: string } | { testId: string }) {
  return await scope.db
    .selectFrom('test_records as r')
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'r.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'r.group_id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'subject_identities', 'i', { subject_id: 'r.subject_id' }), onTrue)
    .where((where) => ('id' in by ? where('r.id', '=', by.id) : where('r.test_id', '=', by.testId)))
    .select((eb) => [
      'r.id',
      'r.test_id',
      'r.result',
      'r.analyte_results',
      'r.performed_at',
      'r.performed_zone',
      'r.state',
      'r.updated_at',
      'a.name as assay_name',
      'o.name as organisation_name',
      'g.name as group_name',
      sql<string | null>`coalesce(g.phone, o.phone)`.as('phone'),
      'i.subject_id as identified_subject_id',
      'i.date_of_birth',
      isShown(scope).as('is_shown'),
      eb
        .selectFrom('test_record_versions as v')
        .whereRef('v.test_record_id', '=', 'r.id')
        .select((of) => of.fn.max('v.changed_at').as('changed_at'))
        .as('changed_at'),
    ])
    .executeTakeFirst()
}
export type ShownRow = NonNullable<Awaited<ReturnType<typeof findShownRow>>>

/** Tells whether a record may be shown outside. A voided one may have been corrected since it was. */
function isShown(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`not ${isHeldBack(scope, 'r.id')}`
}

/** Finds the set of which a record is a step, and when the test that decided its outcome was made. */
export async function findSetOfTest(scope: Scope, recordId: string) {
  return await scope.db
    .selectFrom('test_set_tests as c')
    .innerJoin('test_sets as t', 't.id', 'c.test_set_id')
    .innerJoin('testing_algorithm_versions as v', (join) =>
      join.onRef('v.algorithm_id', '=', 't.algorithm_id').onRef('v.version', '=', 't.algorithm_version'),
    )
    .leftJoin('test_records as r', 'r.id', 't.deciding_record_id')
    .where('c.test_record_id', '=', recordId)
    .where(isOfSetPerson(scope))
    .select(['t.id', 't.state', 't.outcome', 'c.step', 'v.name as algorithm_name', 'v.steps', 'v.outcomes'])
    .select(['r.performed_at as decided_at', 'r.performed_zone as decided_zone'])
    .executeTakeFirst()
}

/** Finds the meanings of results in the assay version of a record, for its organisation and for everybody. */
export async function findSaidRow(scope: Scope, recordId: string) {
  return await scope.db
    .selectFrom('test_records as r')
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .where('r.id', '=', recordId)
    .select((eb) => [
      'r.result',
      'a.meanings',
      eb
        .selectFrom('assay_organisation_meanings as m')
        .whereRef('m.assay_id', '=', 'r.assay_id')
        .whereRef('m.organisation_id', '=', 'r.organisation_id')
        .whereRef('m.from_version', '<=', 'r.assay_version')
        .orderBy('m.from_version', 'desc')
        .limit(sql.lit(1))
        .select('m.meanings as said')
        .as('organisation_meanings'),
    ])
    .executeTakeFirstOrThrow()
}
