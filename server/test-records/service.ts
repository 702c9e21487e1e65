import type { Query, Reply } from '../../contract/endpoint.ts'
import { totalCap } from '../../contract/listing.ts'
import { can } from '../../contract/permissions/can.ts'
import type { listTestRecords as listEndpoint } from '../../contract/test-records/endpoints.ts'
import type { findRecentTest as recentEndpoint } from '../../contract/test-records/recording.ts'
import type { TestRecordFilter } from '../../contract/test-records/filter.ts'
import type { Subject } from '../../contract/subjects/subject.ts'
import type { TestRecord, TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { recordDone } from '../access/audit/audit.ts'
import { eraseIdempotencyKeys } from '../access/changing/idempotency.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import type { SubjectRow } from '../subjects/columns.ts'
import { findFormerly, lockSubjectsOf, toSubject } from '../subjects/service.ts'
import { setOfRecord } from '../test-sets/service.ts'
import { contentColumns } from './columns.ts'
import { eraseDrafts } from './recording/draft-repository.ts'
import {
  countRowsUpToCap,
  findRecordRow,
  latestRecordRows,
  listRecordRows,
  type ListedRow,
  type RecordRow,
} from './repository.ts'
import { findRecentRow } from './recording/recent-repository.ts'

export { isAsImported } from './recording/batch-repository.ts'
export { beginImport, recordBatch, voidImported, type ImportedRecord } from './recording/importing-service.ts'

export {
  countByDay,
  countByGroup,
  countByHour,
  countByReading,
  countByResult,
  countFacet,
  type FacetRow,
} from './counting/repository.ts'
export { deleteDraft as removeDraft } from './recording/draft-repository.ts'
export { findLots } from './counting/lots-repository.ts'
export { countTestsBetween, groupsOfTests, moveTests } from './changing/moving-repository.ts'
export {
  countWholeLines,
  countWholeRecords,
  exportWholeRecords,
  findWholeRecord,
  listWholeRecords,
  type ExportedRow,
  type LineCode,
  type WholeFilter,
  type WholeRow,
} from './whole-repository.ts'
export { insertOrigin } from './recording/repository.ts'
export { checkSample, resultsOfAnalytes } from './recording/record-rules.ts'
export { checkRecord, referencesOf, storeRecord } from './recording/storing-service.ts'

export async function listTestRecords(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listRecordRows(scope, query)
  const data = items.map((row) => toListItem(scope, row))
  const isShown = can({ ...scope.actor, features: scope.tenant.features }, 'view-subjects')
  const subjects = isShown ? data.map(({ subject }) => subject) : []
  const formerly = await findFormerly(scope, query.search, subjects)
  return {
    data: data.map((record) => {
      const former = formerly.get(record.subject.id)
      return former === undefined ? record : { ...record, formerly: former }
    }),
    page,
  }
}

/** Opens a record and audits that. Throws `not-found`, also for one outside the actor's scope. */
export async function openTestRecord(scope: ActorScope, recordId: string): Promise<TestRecord> {
  const record = await getTestRecord(scope, recordId)
  await recordDone(scope, 'test-record.opened', recordId)
  return record
}

/** Returns a record in the actor's scope. Throws `not-found`. */
export async function getTestRecord(scope: ActorScope, recordId: string): Promise<TestRecord> {
  const record = toRecord(scope, found(await findRecordRow(scope, recordId)))
  const testSet = await setOfRecord(scope, recordId)
  return testSet === undefined ? record : { ...record, testSet }
}

/** Finds a test that may be the one about to be recorded. Null also for users who may record but not view tests. */
export async function findRecentTest(
  scope: ActorScope,
  query: Query<typeof recentEndpoint>,
): Promise<Reply<typeof recentEndpoint>['data']> {
  if (!can({ ...scope.actor, features: scope.tenant.features }, ['view-tests'])) return null
  const row = await findRecentRow(scope, {
    subjectId: query.subject_id,
    assayId: query.assay_id,
    performedAt: query.performed_at,
  })
  if (row === undefined) return null
  return {
    id: row.id,
    testId: row.test_id,
    result: row.result,
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    ...(row.is_held_back && { isHeldBack: true as const }),
  }
}

/** Lists the latest records in the actor's scope that match a filter. */
export async function latestTestRecords(
  scope: ActorScope,
  filter: TestRecordFilter,
  limit: number,
): Promise<TestRecordListItem[]> {
  return (await latestRecordRows(scope, filter, limit)).map((row) => toListItem(scope, row))
}

/** Counts the tests in the actor's scope that somebody recorded: the total of the list filtered by them. */
export async function countRecordedBy(
  scope: ActorScope,
  userId: string,
): Promise<{ total: number; totalIsCapped: boolean }> {
  const count = await countRowsUpToCap(scope, { state: 'current', recorded_by: userId })
  return { total: Math.min(count, totalCap), totalIsCapped: count > totalCap }
}

function toListItem(scope: ActorScope, row: ListedRow): TestRecordListItem {
  return {
    id: row.id,
    testId: row.test_id,
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    recordedAt: row.recorded_at.toISOString(),
    result: row.result,
    state: row.state,
    subject: subjectIn(row.group_id, row),
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    assay: { id: row.assay_id, name: row.assay_name },
    analyteResults: row.analyte_results,
    recordedBy: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    origin: row.origin,
    secondReading: secondReadingFor(scope, row.second_reading),
    ...(row.is_held_back ? { isHeldBack: true as const } : {}),
  }
}

/** A patient only sees that two readings agree. While staff have not settled a difference, the result counts. */
function secondReadingFor({ actor }: ActorScope, state: ListedRow['second_reading']): ListedRow['second_reading'] {
  return actor.userType === 'patient' && state !== 'agreed' ? null : state
}

/** Shows a record's subject in the record's group, because the group that added it may be out of the actor's scope. */
export function subjectIn(groupId: string, row: SubjectRow): Subject {
  const subject = toSubject(row)
  return subject.groupId === null ? subject : { ...subject, groupId }
}

function toRecord(scope: ActorScope, row: RecordRow): TestRecord {
  return {
    ...toListItem(scope, row),
    phone: row.phone,
    assay: { id: row.assay_id, name: row.assay_name, manufacturer: row.manufacturer, model: row.model },
    ...contentColumns.toFields(row),
    readAt: row.read_at?.toISOString() ?? null,
    reading: row.reading,
    readingReason: row.reading_reason,
    source:
      row.source_id === null
        ? null
        : { id: row.source_id, name: row.source_name ?? '', recordedBy: row.source_recorded_by },
    version: row.version,
  }
}

/**
 * Deletes a person's drafts and keys, and drafts about them. Must be called before their subjects are erased, which
 * lead to these. Records stay.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  await eraseDrafts(scope, person, await lockSubjectsOf(scope, person))
  await eraseIdempotencyKeys(scope, person)
}
