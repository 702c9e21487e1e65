import type { ActorScope } from '../access/scope.ts'

/**
 * Test records `r` with what they name: organisation `o`, group `g`, subject `s` with its identity `i` where it still has
 * one, and who recorded it, `u`.
 */
export function recordsWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('test_records as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .innerJoin('subjects as s', 's.id', 'r.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('users as u', 'u.id', 'r.recorded_by')
}
