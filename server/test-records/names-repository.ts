import type { ActorScope } from '../access/scope.ts'

/**
 * Test records `r` with what they name: organisation `o`, group `g`, subject `s` with its identity `i` where it still has
 * one, who recorded it, `u`, and the version of the assay that it was made with, `a`.
 */
export function recordsWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('test_records as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .innerJoin('subjects as s', 's.id', 'r.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .leftJoin('users as u', 'u.id', 'r.recorded_by')
}
