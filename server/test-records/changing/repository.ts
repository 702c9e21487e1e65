import { sql } from 'kysely'
import type { Query } from '../../../contract/endpoint.ts'
import type { DeletionReason } from '../../../contract/rules/reasons.ts'
import type { Result } from '../../../contract/rules/results.ts'
import type { listTestRecordHistory, RecordContent, recordHistory } from '../../../contract/test-records/changing.ts'
import type { SecondReading } from '../../../contract/test-records/test-record.ts'
import { recordInActorScope, subjectInActorScope } from '../../access/actor-predicate.ts'
import { Again } from '../../access/door/door.ts'
import { sortedList } from '../../access/listing/listing.ts'
import type { ActorScope } from '../../access/scope.ts'
import { subjectNow } from '../../access/subject-now.ts'
import { touched } from '../../access/changing/touched.ts'
import { isTaken } from '../../platform/database.ts'
import { subjectColumns } from '../../subjects/columns.ts'
import { contentColumns } from '../columns.ts'

/**
 * The content of a record that a version stores. The subject is stored by id alone, so that erasing a person erases
 * them here as well.
 */
export type Snapshot = Omit<RecordContent, 'subject'> & { subjectId: string; assayId: string }

/** The reason for a change of a record. */
export interface Why {
  reason: DeletionReason
  reasonText: string | null
  changeNote: string | null
}

/**
 * Finds a record in the actor's scope with everything that a change needs. With `lock` nobody else can change it
 * meanwhile.
 */
export async function findRecordToChange(scope: ActorScope, recordId: string, { lock } = { lock: false }) {
  return scope.db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select([
      ...contentColumns.selected,
      'r.performed_at',
      'r.performed_zone',
      'r.subject_id',
      'r.assay_id',
      'r.result',
      'r.analyte_results',
      'r.state',
      'r.id',
      'r.read_at',
      'r.version',
      'r.assay_version',
      'r.organisation_id',
      'r.group_id',
      'r.second_reading',
      'r.origin',
    ])
    .$if(lock, (query) => query.forNoKeyUpdate('r'))
    .executeTakeFirst()
}
export type RecordToChange = NonNullable<Awaited<ReturnType<typeof findRecordToChange>>>

/** Tells whether this record once had the photo and no other record has or ever had it. */
export async function isFormerPhoto({ db }: ActorScope, recordId: string, imageId: string): Promise<boolean> {
  const version = () => db.selectFrom('test_record_versions').where('device_image_id', '=', imageId).select('version')
  const found = await db
    .selectNoFrom((eb) =>
      eb
        .and([
          eb.exists(version().where('test_record_id', '=', recordId)),
          eb.not(eb.exists(version().where('test_record_id', '<>', recordId))),
          eb.not(eb.exists(db.selectFrom('test_records').where('device_image_id', '=', imageId).select('id'))),
        ])
        .as('is_former'),
    )
    .executeTakeFirst()
  return found?.is_former === true
}

export function snapshotOf(row: RecordToChange): Snapshot {
  return {
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    subjectId: row.subject_id,
    assayId: row.assay_id,
    result: row.result,
    analyteResults: row.analyte_results,
    ...contentColumns.toFields(row),
    state: row.state,
  }
}

/**
 * Stores the content of a record before a change, with the user, the reason, and whether the change gives the test to
 * another subject.
 */
export async function insertVersion(
  { db, tenant, actor, now }: ActorScope,
  {
    id,
    version,
    snapshot,
    movesSubject,
    why,
  }: { id: string; version: number; snapshot: Snapshot; movesSubject: boolean; why: Why },
): Promise<void> {
  await db
    .insertInto('test_record_versions')
    .values({
      tenant_id: tenant.id,
      test_record_id: id,
      version,
      snapshot: JSON.stringify(snapshot),
      moves_subject: movesSubject,
      changed_by: actor.id,
      changed_at: now,
      reason: why.reason,
      reason_text: why.reasonText,
      note: why.changeNote,
    })
    .execute()
}

/**
 * Updates a record's content. New results settle a pair of readings in the corrector's name. Throws `Again` when
 * another record has taken the photo meanwhile.
 */
export async function updateRecord(
  { db, actor }: ActorScope,
  recordId: string,
  content: Omit<Snapshot, 'assayId' | 'state' | 'result'> & { result: Result },
  { hasOtherResults }: { hasOtherResults: boolean },
): Promise<void> {
  await db
    .updateTable('test_records')
    .set({
      ...touched(),
      state: 'corrected',
      subject_id: content.subjectId,
      performed_at: new Date(content.performedAt),
      performed_zone: content.performedZone,
      result: content.result,
      analyte_results: JSON.stringify(content.analyteResults),
      ...contentColumns.toRow(content),
      ...(hasOtherResults && {
        results_by: actor.id,
        second_reading: sql<SecondReading | null>`case when second_reading = 'awaiting' then 'awaiting'
          when second_reading is not null then 'settled' end`,
      }),
    })
    .where('id', '=', recordId)
    .execute()
    .catch((error: unknown) => {
      throw isTaken(error) ? new Again('The photo was taken') : error
    })
}

/** Marks a record as voided. It then no longer waits for a second reading. */
export async function markVoided({ db }: ActorScope, recordId: string): Promise<void> {
  await db
    .updateTable('test_records')
    .set({
      ...touched(),
      state: 'voided',
      second_reading: sql<SecondReading | null>`nullif(second_reading, 'awaiting')`,
    })
    .where('id', '=', recordId)
    .execute()
}

/** Sets the state of a record's second reading, which neither changes the record's content nor its version. */
export async function markSecondReading({ db }: ActorScope, recordId: string, state: SecondReading): Promise<void> {
  await db.updateTable('test_records').set({ second_reading: state }).where('id', '=', recordId).execute()
}

/**
 * Lists a record's changes with its content and its subject before and after each; what is null after a change is as
 * it is now. Undoing a merge leaves out a version, and changes the subject of those before it.
 */
export async function listVersionRows(
  { db, tenant }: ActorScope,
  recordId: string,
  query: Query<typeof listTestRecordHistory>,
) {
  const page = orders.page(query)
  const matching = db.selectFrom('test_record_versions as v').where('v.test_record_id', '=', recordId)
  const subjectUntilMoved = (which: '>=' | '>') =>
    sql<string | null>`(select moved.subject_id from test_record_versions as moved
      where moved.tenant_id = ${tenant.id} and moved.test_record_id = v.test_record_id
        and moved.version ${sql.raw(which)} v.version and moved.moves_subject is distinct from false
      order by moved.version limit 1)`
  const rows = matching
    .leftJoin('test_record_versions as n', (join) =>
      join.onRef('n.test_record_id', '=', 'v.test_record_id').on(
        'n.version',
        '=',
        sql<number>`(select min(later.version) from test_record_versions as later where later.tenant_id = ${tenant.id}
          and later.test_record_id = v.test_record_id and later.version > v.version)`,
      ),
    )
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'v.changed_by').on('u.status', '<>', 'deleted'))
    .select([
      'v.version',
      'v.changed_at',
      'v.reason',
      'v.reason_text',
      'v.note',
      'v.snapshot as before',
      'n.snapshot as after',
      subjectUntilMoved('>=').as('subject_before'),
      subjectUntilMoved('>').as('subject_after'),
      'u.full_name',
    ])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(db, { rows, matching: matching.select('v.version') })
}

const orders = sortedList<typeof recordHistory, { version: number }>({
  version: [{ column: sql.ref('v.version'), type: 'int', valueOf: ({ version }) => String(version) }],
})

/**
 * Finds the present subjects of former ids; for a merged subject, the one that was kept. Subjects that the actor does
 * not see are left out, and erased ones have no identity.
 */
export async function findSubjectsNow(scope: ActorScope, ids: readonly string[]) {
  return scope.db
    .selectFrom('subjects as f')
    .leftJoin('merged_subjects as m', 'm.id', 'f.id')
    .innerJoin('subjects as s', (join) => join.on('s.id', '=', subjectNow('f.id')))
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where('f.id', 'in', ids)
    .where((eb) => eb.or([subjectInActorScope(scope, 's'), eb('i.subject_id', 'is', null)]))
    .select([...subjectColumns, 'f.id as known_as'])
    .execute()
}
