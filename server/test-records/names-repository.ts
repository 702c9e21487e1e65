import type { ActorScope } from '../access/scope.ts'

/**
 * Test records `r` with what they name: organisation `o`, group `g`, subject `s` with its identity `i` where it still has
 * one, and who recorded it, `u`.
 */
export function recordsWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('test_records as r')
    .innerJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.organisation_id'),
    )
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.id', '=', 'r.group_id'))
    .innerJoin('subjects as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.subject_id'),
    )
    .leftJoin('subject_identities as i', (join) =>
      join.onRef('i.tenant_id', '=', 's.tenant_id').onRef('i.subject_id', '=', 's.id'),
    )
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.recorded_by'))
}
