import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'

/**
 * A record as those see it who hold a link or a sheet and are nobody's actor, with what they are asked for; undefined where
 * there is none. What it names is looked up by key, as in `recordsWithNames`.
 */
export async function findShownRow({ db }: Scope, by: { id: string } | { testId: string }) {
  const one = sql.lit(1)
  return await db
    .selectFrom('test_records as r')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('assay_versions')
          .whereRef('assay_id', '=', 'r.assay_id')
          .whereRef('version', '=', 'r.assay_version')
          .selectAll()
          .limit(one)
          .as('a'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (of) => of.selectFrom('organisations').whereRef('id', '=', 'r.organisation_id').selectAll().limit(one).as('o'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (of) => of.selectFrom('groups').whereRef('id', '=', 'r.group_id').selectAll().limit(one).as('g'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (of) =>
        of.selectFrom('subject_identities').whereRef('subject_id', '=', 'r.subject_id').selectAll().limit(one).as('i'),
      (join) => join.onTrue(),
    )
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
      'a.meanings',
      'o.name as organisation_name',
      'g.name as group_name',
      'i.subject_id as identified_subject_id',
      'i.date_of_birth',
      eb
        .selectFrom('test_record_versions as v')
        .whereRef('v.test_record_id', '=', 'r.id')
        .select((of) => of.fn.max('v.changed_at').as('changed_at'))
        .as('changed_at'),
    ])
    .executeTakeFirst()
}
export type ShownRow = NonNullable<Awaited<ReturnType<typeof findShownRow>>>
