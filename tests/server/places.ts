import type pg from 'pg'
import { makeTestId } from '../../contract/rules/test-id.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { insertImports } from './place-imports.ts'
import { insertMachines } from './place-machines.ts'
import { insertNotifications } from './place-notifications.ts'
import { insertOutbreaks } from './place-outbreaks.ts'
import { insertInvites, insertPeople } from './place-people.ts'
import { insertRounds } from './place-rounds.ts'
import { insertKnown, insertMerged } from './place-subjects.ts'
import { insertTestSets } from './place-test-sets.ts'
import { insertRows } from './rows.ts'

/**
 * An organisation with one group and a subject, records and photos in it. Every text contains `marker`, which
 * identifies the place in replies.
 */
export interface Place {
  marker: string
  tenantId: string
  /** The host of the place's tenant. */
  host: string
  organisationId: string
  groupId: string
  assayId: string
  /** Another assay of the tenant, which is not its default. */
  spareAssayId: string
  /** A picture in the first assay's instructions. */
  assayPictureId: string
  subjectId: string
  subjectEmail: string
  /** A subject that was merged into the place's subject. */
  formerId: string
  /** A merge of another subject into the place's subject, which can be undone. */
  mergeId: string
  /** A record that awaits a second reading. */
  recordId: string
  testId: string
  /**
   * A record with nothing but its result, which awaits a second reading; `spareRecordId` is one that nothing else
   * refers to.
   */
  plainRecordId: string
  spareRecordId: string
  /** A record whose two readings differ. */
  readRecordId: string
  /** A test that has just been started; `spareRunId` is one that nothing else refers to. */
  runId: string
  spareRunId: string
  /** A round with the subject in it; `spareRoundId` is one that nothing else refers to. */
  roundId: string
  spareRoundId: string
  /** A round that is finished by the walks. */
  finishedRoundId: string
  /** The algorithm of two steps that the tenant's places share. */
  testingAlgorithmId: string
  /** One like it, by which no set has begun yet. */
  spareAlgorithmId: string
  /** A set of tests that has just begun by it; `spareTestSetId` is one that nothing else refers to. */
  testSetId: string
  spareTestSetId: string
  /** A set that has ended, with the voided record in it, which nothing changes any more. */
  endedTestSetId: string
  outbreakId: string
  spareOutbreakId: string
  /** A file that was read, with one row; `spareImportId` is one that nothing else refers to. */
  importId: string
  spareImportId: string
  /** A file whose rows are being made, and one of which all that was made was undone. */
  startedImportId: string
  undoneImportId: string
  /** A file that was read and that nobody has read anew. */
  readImportId: string
  /** The photo of the first record. */
  imageId: string
  username: string
  /** A group member whom others manage, not logged in. */
  staffId: string
  /** A group member without a password. */
  invitedId: string
  /** The beginning of the tokens of links that were sent to `username`: see `insertPeople`. */
  linkToken: string
  inviteId: string
  inviteEmail: string
  /** A request of an operator to enter the tenant, and a former entry. */
  operatorRequestId: string
  operatorEntryId: string
  /** A token that reaches the group, whose secret nobody has. */
  apiTokenId: string
  /** A webhook to an address that may not be reached, and what it sent. */
  webhookId: string
  webhookAttemptId: string
  /** A rule about what authorities are told, an item that was not told yet, and one that was. */
  notificationRuleId: string
  notificationId: string
  toldNotificationId: string
  /** A report that told the latter. */
  reportId: string
  /** One that sends it again and has failed. Nothing tries it before somebody asks. */
  failingReportId: string
  /** An event in which `staffId` created the group. */
  eventId: string
  /** The beginning of the codes of the place's other invites: see `insertInvites`. */
  inviteCode: string
}

/** The tenant's data that a place needs. */
interface PlaceTenant {
  id: string
  host: string
  marker: string
  idPrefix: string
  assayId: string
  spareAssayId: string
  assayPictureId: string
  testingAlgorithmId: string
  spareAlgorithmId: string
  passwordHash: string
}

/** Returns an id that is the same in every run. `space` distinguishes places. */
export function idOf(space: number, number: number): string {
  return `0190a000-0000-7${space.toString(16).padStart(3, '0')}-8000-${number.toString(16).padStart(12, '0')}`
}

const recordsOfPlace: readonly Result[] = [...results, 'negative']
/** The number of records per place, one of them voided. */
export const recordsPerPlace = recordsOfPlace.length

/**
 * Inserts a place. Two tenants may have one in the same `space`; then every id and email is equal in both. With
 * `organisation` the group is added to an existing one.
 */
export async function insertPlace(
  client: pg.ClientBase,
  tenant: PlaceTenant,
  { space, marker, organisation }: { space: number; marker: string; organisation?: string },
): Promise<Place> {
  const tenant_id = tenant.id
  const place: Place = {
    marker,
    tenantId: tenant.id,
    host: tenant.host,
    organisationId: organisation ?? idOf(space, 1),
    groupId: idOf(space, 2),
    assayId: tenant.assayId,
    spareAssayId: tenant.spareAssayId,
    assayPictureId: tenant.assayPictureId,
    subjectId: idOf(space, 3),
    subjectEmail: `subject-${space}@people.test`,
    formerId: idOf(space, 9),
    mergeId: idOf(space, 10),
    recordId: idOf(space, 16),
    testId: testIdOf(tenant, space, 0),
    plainRecordId: idOf(space, 16 + 1),
    spareRecordId: idOf(space, 16 + 2),
    readRecordId: idOf(space, 16 + 3),
    runId: idOf(space, 32),
    spareRunId: idOf(space, 33),
    roundId: idOf(space, 65),
    spareRoundId: idOf(space, 66),
    finishedRoundId: idOf(space, 67),
    testingAlgorithmId: tenant.testingAlgorithmId,
    spareAlgorithmId: tenant.spareAlgorithmId,
    testSetId: idOf(space, 75),
    spareTestSetId: idOf(space, 76),
    endedTestSetId: idOf(space, 77),
    outbreakId: idOf(space, 68),
    spareOutbreakId: idOf(space, 69),
    importId: idOf(space, 34),
    spareImportId: idOf(space, 35),
    startedImportId: idOf(space, 62),
    undoneImportId: idOf(space, 63),
    readImportId: idOf(space, 64),
    imageId: idOf(space, 4),
    username: `clinical-${space}@clinic.test`,
    staffId: idOf(space, 6),
    invitedId: idOf(space, 7),
    linkToken: `link-${space}`,
    inviteId: idOf(space, 256),
    eventId: idOf(space, 11),
    inviteEmail: `invitee-${space}@people.test`,
    operatorRequestId: idOf(space, 13),
    operatorEntryId: idOf(space, 14),
    apiTokenId: idOf(space, 40),
    webhookId: idOf(space, 41),
    webhookAttemptId: idOf(space, 42),
    notificationRuleId: idOf(space, 70),
    notificationId: idOf(space, 71),
    toldNotificationId: idOf(space, 72),
    reportId: idOf(space, 73),
    failingReportId: idOf(space, 78),
    inviteCode: `CODE${String(space).padStart(16, '0')}`,
  }
  const text = `${marker} ${tenant.marker}`
  if (organisation === undefined) {
    await insertRows(client, 'organisations', [{ tenant_id, id: place.organisationId, name: `Organisation ${text}` }])
  }
  await insertRows(client, 'groups', [
    { tenant_id, id: place.groupId, organisation_id: place.organisationId, name: `Group ${text}`, location: text },
  ])
  await insertRows(client, 'audit_events', [
    {
      tenant_id,
      id: place.eventId,
      actor_id: place.staffId,
      action: 'group.created',
      resource_type: 'group',
      resource_id: place.groupId,
      details: JSON.stringify({ organisationId: place.organisationId }),
    },
  ])
  const people = { space, text, recorderId: idOf(space, 5), newcomerId: idOf(space, 8) }
  await insertPeople(client, tenant, place, people)
  await insertInvites(client, tenant, place, people)
  await insertRows(client, 'subjects', [
    {
      tenant_id,
      id: place.subjectId,
      kind: 'human',
      organisation_id: place.organisationId,
      group_id: place.groupId,
    },
  ])
  await insertRows(client, 'subject_identities', [
    {
      tenant_id,
      subject_id: place.subjectId,
      group_id: place.groupId,
      email: place.subjectEmail,
      date_of_birth: '1980-05-17',
      first_name: marker,
      last_name: tenant.marker,
    },
  ])
  await insertOperators(client, tenant, place, space)
  await insertMachines(client, place, { text, space, secretId: idOf(space, 43), madeBy: idOf(space, 5) })
  await insertRows(client, 'report_codes', [{ tenant_id, kind: 'place', key: place.groupId, code: 'O6uvpzGd5pu' }])
  await insertRows(client, 'reported_values', [
    {
      tenant_id,
      period: '202601',
      org_unit: 'O6uvpzGd5pu',
      data_element: 'fbfJHSPpUQD',
      category_option_combo: '',
      group_id: place.groupId,
    },
  ])
  await client.query(
    `insert into report_codes (tenant_id, kind, key, code) values ($1, 'tests', $2 || ':all', 'fbfJHSPpUQD') on conflict do nothing`,
    [tenant_id, place.assayId],
  )
  await insertKnown(client, tenant, place)
  for (const [id, mergeId, name] of [
    [place.formerId, idOf(space, 12), 'former'],
    [idOf(space, 11), place.mergeId, 'twin'],
  ] as const) {
    const merged = { id, mergeId, email: `${name}-${space}@people.test`, by: idOf(space, 5) }
    await insertMerged(client, tenant, place, merged)
  }
  await insertRows(client, 'device_images', [
    { tenant_id, id: place.imageId, uploaded_by: idOf(space, 5), width: 8, height: 8, byte_size: 1 },
  ])
  await insertRows(client, 'record_origins', [
    {
      tenant_id,
      id: idOf(space, 60),
      kind: 'import',
      name: `Results of ${marker} ${tenant.marker}.csv`,
      recorded_by: idOf(space, 5),
    },
  ])
  await insertRows(
    client,
    'test_records',
    recordsOfPlace.map((result, i) => recordRow(tenant, place, space, result, i)),
  )
  await insertRows(client, 'second_readings', [
    {
      tenant_id,
      test_record_id: place.readRecordId,
      first_result: 'invalid',
      first_analyte_results: linesOf(tenant, 'invalid'),
      first_by: idOf(space, 5),
      first_at: new Date(Date.UTC(2026, 0, 13, 10)),
      result: 'negative',
      analyte_results: linesOf(tenant, 'negative'),
      read_by: place.staffId,
      read_at: new Date(Date.UTC(2026, 0, 13, 11)),
      note: `Reader of ${marker} ${tenant.marker}`,
      was_seen: false,
    },
  ])
  await insertRows(
    client,
    'test_runs',
    [place.runId, place.spareRunId].map((id) => ({
      tenant_id,
      id,
      organisation_id: place.organisationId,
      group_id: place.groupId,
      subject_id: place.subjectId,
      assay_id: place.assayId,
      assay_version: 1,
      location: `Room ${marker} ${tenant.marker}`,
      zone: 'Europe/London',
      started_by: idOf(space, 5),
      started_at: new Date(),
      read_from: new Date(Date.now() + 15 * 60_000),
      read_until: new Date(Date.now() + 30 * 60_000),
    })),
  )
  await insertRounds(client, place, { text, startedBy: idOf(space, 5) })
  await insertNotifications(client, place, { text, by: idOf(space, 5) })
  await insertOutbreaks(client, place, text)
  await insertTestSets(client, place, {
    startedBy: idOf(space, 5),
    readRecordId: place.readRecordId,
  })
  await insertImports(client, place, { text, uploadedBy: idOf(space, 5) })
  return place
}

/** Inserts an operator's request and a former entry; the operator themselves does not exist. */
async function insertOperators(client: pg.ClientBase, tenant: PlaceTenant, place: Place, space: number): Promise<void> {
  const operator = { tenant_id: tenant.id, operator_id: idOf(space, 15), reason: `Asked about ${place.marker}` }
  await insertRows(client, 'known_operators', [
    { tenant_id: tenant.id, id: operator.operator_id, full_name: `Operator ${place.marker} ${tenant.marker}` },
  ])
  await insertRows(client, 'operator_requests', [{ ...operator, id: place.operatorRequestId }])
  await insertRows(client, 'operator_entries', [
    { ...operator, id: place.operatorEntryId, ends_at: new Date(Date.now() + 50 * 60 * 1000) },
  ])
}

function recordRow(tenant: PlaceTenant, place: Place, space: number, result: Result, i: number) {
  return {
    tenant_id: tenant.id,
    id: idOf(space, 16 + i),
    test_id: testIdOf(tenant, space, i),
    organisation_id: place.organisationId,
    group_id: place.groupId,
    subject_id: place.subjectId,
    assay_id: tenant.assayId,
    result,
    analyte_results: linesOf(tenant, result),
    lot: i === 1 ? null : `Lot ${place.marker} ${tenant.marker}`,
    performed_at: new Date(Date.UTC(2026, 0, 10 + i, 9, 30)),
    performed_zone: 'Europe/London',
    location: i === 1 ? null : `Room ${place.marker} ${tenant.marker}`,
    note: i === 1 ? null : `Note ${place.marker} ${tenant.marker}`,
    device_image_id: i === 0 ? place.imageId : null,
    state: i === recordsOfPlace.length - 1 ? 'voided' : 'recorded',
    second_reading: (['awaiting', 'awaiting', null, 'differ'] as const)[i] ?? null,
    recorded_by: idOf(space, 5),
    // One came from a file.
    origin: i === 2 ? 'import' : 'here',
    origin_id: i === 2 ? idOf(space, 60) : null,
    source_recorded_by: i === 2 ? `Sender ${place.marker} ${tenant.marker}` : null,
  }
}

function linesOf(tenant: PlaceTenant, result: Result): string {
  return JSON.stringify([{ analyteId: 'line', analyteName: `Line line ${tenant.marker}`, result }])
}

function testIdOf(tenant: PlaceTenant, space: number, number: number): string {
  let rest = space * 32 + number
  return makeTestId(tenant.idPrefix, () => {
    const digit = rest % 32
    rest = Math.floor(rest / 32)
    return digit
  })
}
