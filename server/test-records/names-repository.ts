import { sql, type RawBuilder } from 'kysely'
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
  const one = sql.lit(1)
  return scope.db
    .selectFrom('test_records as r')
    .innerJoinLateral(
      (of) => of.selectFrom('organisations').whereRef('id', '=', 'r.organisation_id').selectAll().limit(one).as('o'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (of) => of.selectFrom('groups').whereRef('id', '=', 'r.group_id').selectAll().limit(one).as('g'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (of) => of.selectFrom('subjects').whereRef('id', '=', 'r.subject_id').selectAll().limit(one).as('s'),
      (join) => join.onTrue(),
    )
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
    .leftJoinLateral(
      (of) =>
        of.selectFrom('subject_identities').whereRef('subject_id', '=', 'r.subject_id').selectAll().limit(one).as('i'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (of) => of.selectFrom('users').whereRef('id', '=', 'r.recorded_by').selectAll().limit(one).as('u'),
      (join) => join.onTrue(),
    )
}

/**
 * The subject that a column's is now, where `merged_subjects as m` has been joined by it from the left. COALESCE would say the
 * same, but PostgreSQL holds it to be leaky, and so looks nothing up by it in an index under row-level security.
 */
export function subjectNow(column: string): RawBuilder<string> {
  return sql<string>`case when m.subject_id is null then ${sql.ref(column)} else m.subject_id end`
}
