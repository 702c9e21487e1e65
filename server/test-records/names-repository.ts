import { byKey, onTrue } from '../access/listing/by-key.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * Selects test records `r` with the rows that they name: organisation `o`, group `g`, subject `s` with its identity `i`
 * if it has one, recorder `u`, and the version of the assay `a`. Each is looked up by key, which leaves PostgreSQL no
 * other plan: without statistics it assumes one row per table, and would join all organisations with all groups, assays
 * and people first. See docs/decisions/0057-names-by-key.md.
 */
export function recordsWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('test_records as r')
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'r.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'r.group_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'subjects', 's', { id: 'r.subject_id' }), onTrue)
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .leftJoinLateral(byKey(scope, 'subject_identities', 'i', { subject_id: 'r.subject_id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'users', 'u', { id: 'r.recorded_by' }), onTrue)
}
