import type { Random } from './random.ts'
import type { Place, PlacedRecord } from './test-records.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** The number of records that came from a file, and the days since it was imported. */
const imported = { records: 40, daysAgo: 30 }

/**
 * Makes the earliest tests of the first group come from a file that an administrator imported later. Returns the import.
 * Must be called before anything refers to the records, because it changes who recorded them and when.
 */
export function importSomeRecords(
  { groups, members, tenantId }: Place,
  records: readonly PlacedRecord[],
  now: Date,
  random: Random,
) {
  const [group] = groups
  const importer = members.find(({ row }) => row.user_type === 'tenant' && row.email_verified_at !== null)
  if (group === undefined || importer === undefined) return []
  const at = new Date(now.getTime() - imported.daysAgo * day)
  const origin = {
    tenant_id: tenantId,
    id: random.idAt(at),
    kind: 'import',
    name: 'test-results.csv',
    recorded_by: importer.row.id,
    created_at: at,
  }
  const earliest = records.filter(({ row }) => row.group_id === group.row.id && row.recorded_at < at)
  for (const { row } of earliest.slice(0, imported.records)) {
    const recorder = members.find((member) => member.row.id === row.recorded_by)
    Object.assign(row, {
      id: random.idAt(at),
      recorded_by: importer.row.id,
      recorded_at: at,
      updated_at: at,
      origin: 'import',
      origin_id: origin.id,
      source_recorded_by: recorder?.row.full_name ?? null,
    } satisfies Partial<typeof row>)
  }
  return [origin]
}
