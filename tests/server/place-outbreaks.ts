import type pg from 'pg'
import { insertRows } from './rows.ts'

/** Inserts the outbreaks of a place, two of which are going on, each of another analyte. */
export async function insertOutbreaks(
  client: pg.ClientBase,
  place: Record<'tenantId' | 'outbreakId' | 'spareOutbreakId' | 'organisationId' | 'groupId', string>,
  text: string,
): Promise<void> {
  await insertRows(
    client,
    'outbreaks',
    [place.outbreakId, place.spareOutbreakId].map((id, i) => ({
      tenant_id: place.tenantId,
      id,
      organisation_id: place.organisationId,
      group_id: place.groupId,
      counted_by: 'group',
      unit_key: '',
      analyte: `line ${i} ${text}`.toLowerCase(),
      analyte_name: `Line ${i} ${text}`,
      zone: 'Europe/London',
      opened_at: new Date(Date.UTC(2026, 0, 10, 9, 30)),
      last_positive_at: new Date(Date.UTC(2026, 0, 11, 9, 30)),
      cases: 3,
      found_at: new Date(Date.UTC(2026, 0, 11, 9, 31)),
    })),
  )
}
