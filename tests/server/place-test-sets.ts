import type pg from 'pg'
import type { TestingAlgorithmForm } from '../../contract/testing-algorithms/algorithm.ts'
import { insertRows } from './rows.ts'

/**
 * Two steps with the same kit: a positive test is repeated, and two in a row are positive. A positive one and another
 * result are inconclusive.
 */
export function twoInARow(assayId: string, name = 'Two in a row'): TestingAlgorithmForm {
  const outcome = (at: number) => ({ outcome: at })
  return {
    name,
    steps: [
      {
        name: 'A1',
        assayId,
        ways: { positive: { step: 1 }, negative: outcome(1), inconclusive: outcome(2), invalid: outcome(2) },
      },
      {
        name: 'A2',
        assayId,
        ways: { positive: outcome(0), negative: outcome(2), inconclusive: outcome(2), invalid: outcome(2) },
      },
    ],
    outcomes: [
      { name: 'Confirmed', result: 'positive', followUpDays: null },
      { name: 'Not found', result: 'negative', followUpDays: null },
      { name: 'Test again', result: 'inconclusive', followUpDays: 14 },
    ],
  }
}

interface SetsPlace {
  tenantId: string
  organisationId: string
  groupId: string
  subjectId: string
  assayId: string
  testingAlgorithmId: string
  spareAlgorithmId: string
  testSetId: string
  spareTestSetId: string
  endedTestSetId: string
}

/** Inserts three sets of a place by the tenant's algorithm, which is made with its other one and the first place: two have just begun and one has ended. */
export async function insertTestSets(
  client: pg.ClientBase,
  place: SetsPlace,
  { startedBy, readRecordId }: { startedBy: string; readRecordId: string },
): Promise<void> {
  const { tenantId: tenant_id, testingAlgorithmId: algorithm_id } = place
  await insertAlgorithm(client, place, algorithm_id, 'Two in a row')
  await insertAlgorithm(client, place, place.spareAlgorithmId, 'Two more')
  const set = {
    tenant_id,
    algorithm_id,
    algorithm_version: 1,
    organisation_id: place.organisationId,
    group_id: place.groupId,
    subject_id: place.subjectId,
    started_at: new Date(Date.UTC(2026, 0, 12, 9)),
    started_by: startedBy,
  }
  await insertRows(
    client,
    'test_sets',
    [place.testSetId, place.spareTestSetId].map((id) => ({ ...set, id })),
  )
  await insertRows(client, 'test_sets', [
    {
      ...set,
      id: place.endedTestSetId,
      state: 'ended',
      // Computed anew, it leads there still.
      outcome: 2,
      deciding_record_id: readRecordId,
      ended_at: new Date(Date.UTC(2026, 0, 12, 10)),
    },
  ])
  await insertRows(client, 'test_set_tests', [
    {
      tenant_id,
      test_set_id: place.endedTestSetId,
      test_record_id: readRecordId,
      step: 0,
      counts: true,
    },
  ])
}

async function insertAlgorithm(
  client: pg.ClientBase,
  { tenantId, assayId }: SetsPlace,
  id: string,
  title: string,
): Promise<void> {
  const { name, steps, outcomes } = twoInARow(assayId, `${title} with ${assayId.slice(0, 18)}`)
  await client.query(
    `insert into testing_algorithms (tenant_id, id, name) values ($1, $2, $3) on conflict do nothing`,
    [tenantId, id, name],
  )
  await client.query(
    `insert into testing_algorithm_versions (tenant_id, algorithm_id, version, name, steps, outcomes)
     values ($1, $2, 1, $3, $4, $5) on conflict do nothing`,
    [tenantId, id, name, JSON.stringify(steps), JSON.stringify(outcomes)],
  )
}
