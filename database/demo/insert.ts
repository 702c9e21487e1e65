import type { Client } from 'pg'
import type { DemoTenant } from './demo-tenant.ts'

/**
 * Writes a tenant inside the running transaction, one statement per table. Enters the tenant first, because row-level
 * security also binds the owner of the tables.
 */
export async function insertDemoTenant(client: Client, demo: DemoTenant): Promise<void> {
  await client.query('select enter_tenant($1)', [demo.tenant.id])
  await insert(client, 'tenants', [demo.tenant])
  await insert(client, 'tenant_addresses', demo.addresses)
  await insert(client, 'tenant_permissions', demo.permissions)
  await insert(client, 'tenant_logos', demo.logos)
  await insert(client, 'organisations', demo.organisations)
  await insert(client, 'groups', rowsOf(demo.groups))
  await insert(client, 'users', rowsOf(demo.members))
  await insert(client, 'user_groups', demo.members.flatMap(groupMemberships))
  await insert(client, 'tokens', demo.invitations)
  await insert(client, 'assays', rowsOf(demo.assays))
  await insert(client, 'assay_organisation_meanings', demo.assayMeanings)
  await client.query('update tenants set assay_id = $2 where id = $1', [demo.tenant.id, demo.assays[0]?.row.id])
  await insert(client, 'subjects', rowsOf(demo.subjects))
  await insert(
    client,
    'subject_identities',
    demo.subjects.map(({ identity }) => identity),
  )
  await insert(
    client,
    'subject_groups',
    demo.subjects.map(({ known }) => known),
  )
  await insert(
    client,
    'subject_words',
    demo.subjects.flatMap(({ words }) => words),
  )
  await insert(client, 'device_images', rowsOf(demo.photos))
  await insert(client, 'test_records', rowsOf(demo.records))
  await insert(client, 'test_record_versions', demo.changes)
  await insert(client, 'second_readings', demo.secondReadings)
  await insert(client, 'invites', rowsOf(demo.invites))
  await insert(
    client,
    'messages',
    demo.invites.flatMap(({ messages }) => messages),
  )
  await insert(
    client,
    'invite_codes',
    demo.invites.flatMap(({ codes }) => codes),
  )
}

/** Inserts rows whose keys are the table's columns. Columns without a key get their defaults. */
async function insert(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
    .map((column) => client.escapeIdentifier(column))
    .join(', ')
  const target = client.escapeIdentifier(table)
  await client.query(
    `insert into ${target} (${columns}) select ${columns} from jsonb_populate_recordset(null::${target}, $1)`,
    [JSON.stringify(rows)],
  )
}

function rowsOf<T>(placed: readonly { row: T }[]): T[] {
  return placed.map(({ row }) => row)
}

function groupMemberships({ row, groups }: DemoTenant['members'][number]) {
  return groups.map((group) => ({ tenant_id: row.tenant_id, user_id: row.id, group_id: group.row.id }))
}
