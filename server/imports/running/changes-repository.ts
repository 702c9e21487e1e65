import { sql } from 'kysely'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import type { Scope } from '../../access/scope.ts'

/** Details of a person before and after an import has taken them from its file, by their kinds. */
interface ChangedDetails {
  subjectId: string
  before: Partial<PersonDetails>
  after: Partial<PersonDetails>
}

/** Keeps which details an import has taken from its file. What was stored before its first row counts, and what its last has. */
export async function keepChanges(
  { db, tenant }: Scope,
  importId: string,
  changes: readonly ChangedDetails[],
): Promise<void> {
  if (changes.length === 0) return
  // One statement cannot change a row twice.
  const bySubject = new Map<string, ChangedDetails>()
  for (const { subjectId, before, after } of changes) {
    const earlier = bySubject.get(subjectId)
    bySubject.set(subjectId, {
      subjectId,
      before: { ...before, ...earlier?.before },
      after: { ...earlier?.after, ...after },
    })
  }
  const rows = Array.from(bySubject.values(), ({ subjectId, before, after }) => ({
    tenant_id: tenant.id,
    import_id: importId,
    subject_id: subjectId,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }))
  await db
    .insertInto('import_changes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'import_id', 'subject_id']).doUpdateSet({
        before: sql`excluded.before || import_changes.before`,
        after: sql`import_changes.after || excluded.after`,
      }),
    )
    .execute()
}

/** Takes some of what an import has taken from its file, and forgets it. */
export async function takeChanges({ db, tenant }: Scope, importId: string, most: number): Promise<ChangedDetails[]> {
  const { rows } = await sql<ChangedDetails>`
    delete from import_changes where tenant_id = ${tenant.id} and import_id = ${importId} and subject_id = any(array(
      select subject_id from import_changes where tenant_id = ${tenant.id} and import_id = ${importId}
      order by subject_id limit ${most}))
    returning subject_id as "subjectId", before, after
  `.execute(db)
  return rows
}
