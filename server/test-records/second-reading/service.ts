import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../../contract/endpoint.ts'
import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import { overallResult } from '../../../contract/rules/results.ts'
import {
  mostUnreadListed,
  type BothReadings,
  type listUnreadTests as listEndpoint,
  type NewSecondReading,
  type Settlement,
  type UnreadTest,
} from '../../../contract/test-records/second-reading.ts'
import { recordAudit } from '../../access/audit/audit.ts'
import { claimRequest } from '../../access/changing/idempotency.ts'
import type { ActorScope } from '../../access/scope.ts'
import { asSeen } from '../../access/changing/touched.ts'
import { holdRecipientOf } from '../../deliveries/service.ts'
import { settleSetOf } from '../../test-sets/service.ts'
import { Failure, found, invalid } from '../../platform/failure.ts'
import { findRecordToChange, markSecondReading } from '../changing/repository.ts'
import { correctResults } from '../changing/service.ts'
import { resultsOfAnalytes } from '../recording/record-rules.ts'
import {
  findFirstReading,
  findReadingsRow,
  findUnreadRow,
  insertSecondReading,
  keepSettlement,
  listUnreadRows,
  type ReadingsRow,
  type UnreadRow,
} from './repository.ts'
import { subjectIn } from '../service.ts'

/**
 * Lists the tests that the actor may read a second time, the earliest first. Throws the reason that forbids recording.
 */
export async function listUnreadTests(scope: ActorScope): Promise<Reply<typeof listEndpoint>> {
  requireReader(scope)
  const { rows, total } = await listUnreadRows(scope, mostUnreadListed)
  return { data: rows.map(toUnreadTest), total }
}

/** Opens a test for a second reading and audits that. Throws as `readAgain` does. */
export async function openUnreadTest(scope: ActorScope, recordId: string): Promise<UnreadTest> {
  requireReader(scope)
  const row = unread(await findUnreadRow(scope, recordId))
  await recordAudit(scope, { action: 'second-reading.opened', resourceType: 'test-record', resourceId: recordId })
  return toUnreadTest(row)
}

/** The test that is read a second time. */
interface Asked {
  recordId: string
  idempotencyKey: string | undefined
}

/**
 * Stores a second reading, and returns whether both readers saw the same on each line. Throws the reason that forbids
 * recording, `not-found`, `record-voided`, `own-reading`, `read-twice`, `validation` for results that the assay does
 * not offer, and `idempotency-key-reused`.
 */
export async function readAgain(
  scope: ActorScope,
  { recordId, idempotencyKey: key }: Asked,
  sent: NewSecondReading,
): Promise<BothReadings> {
  requireReader(scope)
  const earlier = await claimRequest(scope, key, [recordId, { reading: sent }], recordId)
  if (earlier !== undefined) return await getReadings(scope, earlier)
  const row = unread(await findUnreadRow(scope, recordId, { lock: true }))
  const analyteResults = resultsOfAnalytes(sent, row)
  if (analyteResults === undefined) throw invalid('analyteResults', 'analytesComplete')
  const first = await findFirstReading(scope, recordId)
  await insertSecondReading(scope, recordId, {
    first,
    wasSeen: row.was_seen,
    result: overallResult(analyteResults.map(({ result }) => result)),
    analyteResults,
    note: sent.note,
  })
  const isSame = isDeepStrictEqual(linesOf(first.analyte_results), linesOf(analyteResults))
  const outcome = isSame ? 'agreed' : 'differ'
  await markSecondReading(scope, recordId, outcome)
  await recordAudit(scope, {
    action: 'second-reading.made',
    resourceType: 'test-record',
    resourceId: recordId,
    details: { outcome, wasSeen: row.was_seen },
  })
  await settleSetOf(scope, recordId)
  return await getReadings(scope, recordId)
}

/** Returns both readings of a record. Throws `not-found`, also while there is only one. */
export async function getReadings(scope: ActorScope, recordId: string): Promise<BothReadings> {
  return toReadings(found(await findReadingsRow(scope, recordId)))
}

/**
 * Settles two different readings: the record keeps the first, or is corrected to the second. Throws `not-found`,
 * `stale-version`, `readings-settled`, and `record-voided`.
 */
export async function settleReadings(
  scope: ActorScope,
  { recordId, version }: { recordId: string; version: number },
  sent: Settlement,
): Promise<BothReadings> {
  // The subject is locked before the record, in the order in which a merge locks them.
  await holdRecipientOf(scope, recordId)
  found(await findRecordToChange(scope, recordId, { lock: true }))
  const row = found(await findReadingsRow(scope, recordId))
  const { kept, settled_by_id, settled_reason } = row
  if (kept === sent.keep && settled_by_id === scope.actor.id && settled_reason === sent.reason) return toReadings(row)
  if (row.record_state === 'voided') throw new Failure('record-voided')
  if (row.second_reading !== 'differ') throw new Failure('readings-settled')
  asSeen(row, version)
  if (sent.keep === 'second')
    await correctResults(scope, recordId, { analyteResults: row.analyte_results, reasonText: sent.reason })
  await markSecondReading(scope, recordId, 'settled')
  await keepSettlement(scope, recordId, sent)
  await recordAudit(scope, {
    action: 'second-reading.settled',
    resourceType: 'test-record',
    resourceId: recordId,
    details: { kept: sent.keep },
  })
  await settleSetOf(scope, recordId)
  return await getReadings(scope, recordId)
}

function requireReader({ actor, tenant: { features } }: ActorScope): void {
  const forbidden = whyCannotRecord({ ...actor, features })
  if (forbidden !== undefined) throw new Failure(forbidden)
}

/** Returns a test that the actor may read a second time. Throws the reason that prevents it. */
function unread(row: UnreadRow | undefined): UnreadRow {
  const present = found(row)
  if (present.state === 'voided') throw new Failure('record-voided')
  found(present.second_reading ?? undefined)
  if (present.is_own) throw new Failure('own-reading')
  if (present.second_reading !== 'awaiting') throw new Failure('read-twice')
  return present
}

/** The result of each line by its id. Both readings have one assay version, so names need no comparison. */
function linesOf(lines: BothReadings['first']['analyteResults']) {
  return lines.map(({ analyteId, result }) => [analyteId, result])
}

function toUnreadTest(row: UnreadRow): UnreadTest {
  return {
    id: row.id,
    testId: row.test_id,
    subject: subjectIn(row.group_id, row),
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    assay: {
      id: row.assay_id,
      name: row.assay_name,
      analytes: row.analytes.map(({ id, name }) => ({ id, name })),
      offeredResults: row.offered_results,
    },
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    readAt: row.read_at?.toISOString() ?? null,
    reading: row.reading,
    recordedBy: namedBy(row.user_id, row.user_name),
    recordedAt: row.recorded_at.toISOString(),
    specimen: row.specimen,
    lot: row.lot,
    lotExpiry: row.lot_expiry,
    location: row.location,
    deviceImageId: row.device_image_id,
    wasSeen: row.was_seen,
    ...(row.is_held_back && { isHeldBack: true as const }),
  }
}

function toReadings(row: ReadingsRow): BothReadings {
  return {
    // A record with two readings always has a state.
    state: row.second_reading ?? 'settled',
    first: {
      result: row.first_result,
      analyteResults: row.first_analyte_results,
      by: namedBy(row.first_by, row.first_name),
      at: row.first_at.toISOString(),
    },
    second: {
      result: row.result,
      analyteResults: row.analyte_results,
      by: namedBy(row.read_by, row.read_name),
      at: row.read_at.toISOString(),
      note: row.note,
      wasSeen: row.was_seen,
    },
    settlement:
      row.kept === null || row.settled_at === null
        ? null
        : {
            kept: row.kept,
            by: namedBy(row.settled_by, row.settled_name),
            at: row.settled_at.toISOString(),
            reason: row.settled_reason ?? '',
          },
    version: row.version,
  }
}

function namedBy(id: string | null, name: string | null): BothReadings['first']['by'] {
  return id === null ? null : { id, name: name ?? '' }
}
