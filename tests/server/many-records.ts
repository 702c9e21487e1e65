import type { TestApp } from './test-app.ts'
import type { TestTenant } from './tenants.ts'

/**
 * The longest note, in letters of three bytes. With it, a few thousand records exceed the buffers between server and
 * reader.
 */
export const longNote = '長'.repeat(1000)

/**
 * Inserts records at the tenant's home by SQL, with test IDs that begin with U, as no other ID does, each `secondsApart` before the last.
 * Each gets the `note`.
 */
export async function insertManyRecords(
  test: TestApp,
  tenant: TestTenant,
  { count, secondsApart, note }: { count: number; secondsApart: number; note?: string },
): Promise<void> {
  const { home } = tenant.places
  await test.query(
    tenant,
    `insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
       analyte_results, performed_at, performed_zone, location, note, recorded_by)
     select tenant_id, gen_random_uuid(), $2 || '-U' || upper(substr(md5(random()::text), 1, 7)) || n, organisation_id, group_id,
       subject_id, assay_id, (array['positive', 'negative', 'invalid'])[1 + n % 3], analyte_results,
       '2026-01-09T12:00:00Z'::timestamptz - make_interval(secs => n * $4), performed_zone, location, coalesce($5, note), recorded_by
     from test_records, generate_series(1, $3::int) as n where id = $1`,
    [home.recordId, tenant.idPrefix, count, secondsApart, note],
  )
  // Without new statistics the planner assumes small tables, and sorts what an index has in order.
  if (count > 1000) await test.query(tenant, 'analyze')
}
