import type { Scope } from '../access/scope.ts'

/**
 * A record as those see it who hold a link or a sheet and are nobody's actor, with what they are asked for; undefined where
 * there is none.
 */
export async function findShownRow({ db }: Scope, by: { id: string } | { testId: string }) {
  return await db
    .selectFrom('test_records as r')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 'r.subject_id')
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
