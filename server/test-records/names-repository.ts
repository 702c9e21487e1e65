import { sql, type RawBuilder } from 'kysely'
import { byKey, onTrue } from '../access/by-key.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * Test records `r` with what they name: organisation `o`, group `g`, subject `s` with its identity `i` where it still has
 * one, who recorded it, `u`, and the version of the assay that it was made with, `a`.
 *
 * Each is looked up for a record by its key, so that PostgreSQL has no other way: of a tenant that it has no figures of yet it
 * believes that it has one row in each table, and would join all organisations with all groups, assays and people first. See
 * docs/decisions/0057-names-by-key.md.
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

/**
 * The subject that a column's is now, where `merged_subjects as m` has been joined by it from the left. COALESCE would say the
 * same, but PostgreSQL holds it to be leaky, and so looks nothing up by it in an index under row-level security.
 */
export function subjectNow(column: string): RawBuilder<string> {
  return sql<string>`case when m.subject_id is null then ${sql.ref(column)} else m.subject_id end`
}
