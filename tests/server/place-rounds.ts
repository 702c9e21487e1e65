import type pg from 'pg'
import { insertRows } from './rows.ts'

/** Inserts the rounds of a place, each with its subject, for whom nothing was entered. */
export async function insertRounds(
  client: pg.ClientBase,
  place: Record<
    | 'tenantId'
    | 'roundId'
    | 'spareRoundId'
    | 'finishedRoundId'
    | 'organisationId'
    | 'groupId'
    | 'assayId'
    | 'subjectId',
    string
  >,
  { text, startedBy }: { text: string; startedBy: string },
): Promise<void> {
  const ids = [place.roundId, place.spareRoundId, place.finishedRoundId]
  await insertRows(
    client,
    'rounds',
    ids.map((id) => ({
      tenant_id: place.tenantId,
      id,
      organisation_id: place.organisationId,
      group_id: place.groupId,
      assay_id: place.assayId,
      assay_version: 1,
      location: `Hall ${text}`,
      zone: 'Europe/London',
      timing: 'person',
      started_by: startedBy,
      started_at: new Date(Date.now() - 60 * 60_000),
    })),
  )
  await insertRows(
    client,
    'round_rows',
    ids.map((round_id) => ({ tenant_id: place.tenantId, round_id, subject_id: place.subjectId, revision: 1 })),
  )
}
