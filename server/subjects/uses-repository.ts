import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../access/scope.ts'

/** Why a column that names subjects is no use of them, or which of its rows `x` are one. */
type Meaning = { noUse: string } | { use: RawBuilder<SqlBool> }

const anyRow: Meaning = { use: sql<SqlBool>`true` }
const ownPart: Meaning = { noUse: 'a part of the subject, which goes with its identity' }

/**
 * Every column that names subjects, with what that means for one whom the undoing of an import would erase. A test reads them in the
 * catalogue, so that a new table has to say it.
 */
export const columnsOfSubjects: Readonly<Record<string, Meaning>> = {
  'subject_identities.subject_id': ownPart,
  'subject_details.subject_id': ownPart,
  'subject_groups.subject_id': ownPart,
  'subject_words.subject_id': ownPart,
  'imported_people.subject_id': { noUse: 'the key by which files know the subject' },
  'import_rows.subject_id': { noUse: 'a row of a file that tells of the subject' },
  'import_changes.subject_id': { noUse: 'what an import has changed of the subject' },
  // Those of the import itself are forgotten before.
  'import_matches.subject_id': anyRow,
  // Undoing voids the tests of the import; those that staff recorded and voided are theirs.
  'test_records.subject_id': { use: sql<SqlBool>`(x.state <> 'voided' or x.origin <> 'import')` },
  'test_record_versions.subject_id': { noUse: 'an earlier version of a record, which counts by itself' },
  'test_runs.subject_id': anyRow,
  'test_sets.subject_id': anyRow,
  'test_drafts.subject_id': anyRow,
  'round_rows.subject_id': anyRow,
  'subject_merges.kept_subject_id': anyRow,
  'subject_merges.merged_subject_id': anyRow,
  'subject_merges.moved_subject_ids': { noUse: 'subjects that were merged before' },
  'merged_subjects.id': anyRow,
  'merged_subjects.subject_id': anyRow,
  'erasures.subject_ids': { noUse: 'subjects that were erased' },
}

/**
 * Matches a subject `s` that something uses: tests and whatever leads to one, merges, or an open invite of the person. `besides` says by
 * their table of which rows `x` none counts for which all of it holds.
 */
export function isUsed(
  { tenant, now }: Scope,
  besides: { readonly [table: string]: readonly RawBuilder<SqlBool>[] } = {},
): RawBuilder<SqlBool> {
  const uses = Object.entries(columnsOfSubjects).flatMap(([name, meaning]) => {
    if (!('use' in meaning)) return []
    const [table = '', column = ''] = name.split('.')
    return [
      sql<SqlBool>`exists (select from ${sql.table(table)} x
        where x.tenant_id = ${tenant.id} and ${sql.ref(`x.${column}`)} = s.id and ${meaning.use}
          and not (${sql.join(besides[table] ?? [sql`false`], sql` and `)}))`,
    ]
  })
  const isInvited = sql<SqlBool>`exists (
    select from subject_identities i join invites v on v.tenant_id = ${tenant.id} and v.email_key = i.email_key
    where i.tenant_id = ${tenant.id} and i.subject_id = s.id and v.state = 'pending' and v.expires_at > ${now}::timestamptz)`
  return sql<SqlBool>`(${sql.join([...uses, isInvited], sql` or `)})`
}
