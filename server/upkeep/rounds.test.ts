import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Door } from '../access/door.ts'
import { keepHeads, sealAudit } from '../audit/service.ts'
import { verifyAudit } from '../audit/verification-service.ts'
import { foldRecordCounts } from '../test-records/folding-service.ts'
import type { TestTenant } from '../testing/tenants.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { removeEnded } from './service.ts'

/** Idle tenants before, which is more than any round visits at once, and after. */
const few = 520
const thousands = 3000

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await insertIdleTenants(0, few)
  await settle()
}, 120_000)
afterAll(() => test.close())

const log = { error: () => undefined, info: () => undefined }

const rounds: [string, (door: Door) => Promise<void>][] = [
  ['folding', (door) => foldRecordCounts(door)],
  ['sealing', (door) => sealAudit(door)],
  ['verifying', (door) => verifyAudit(door, log)],
  ['keeping heads', (door) => keepHeads(door, { log, place: undefined })],
  ['removing what is over', (door) => removeEnded(door)],
]

/** How each round finds whom it visits. */
const searches = [
  'select tenants_to_fold()',
  'select tenants_to_seal()',
  'select id from tenants_to_verify()',
  `select take_turns('keep-audit-heads', 500)`,
  `select take_turns('remove-ended', 500)`,
]

it('costs no more with ten times as many tenants in which nothing happens, and with a backlog of another', async () => {
  const before = await costs()
  await insertIdleTenants(few, thousands)
  await settle()
  const withMany = await costs()
  await insertDeltas(test.theirs, 20_000)
  await addEvents(test.theirs, 5_000)
  const withBacklog = await costs()
  for (const [place, search] of searches.entries()) {
    // A deeper index, and pages that something was changed on, are a few more.
    const most = 2 * (before[place] ?? 0) + 50
    expect([search, withMany[place]]).toEqual([search, expect.toSatisfy((pages: number) => pages <= most)])
    expect([search, withBacklog[place]]).toEqual([search, expect.toSatisfy((pages: number) => pages <= most)])
  }
  // Whoever looked gives back whom they took.
  await settle()
}, 120_000)

describe.each(rounds)('%s', (_, round) => {
  it('visits who has changed, however many others there are, and these in their turn', async () => {
    await insertDeltas(test.ours, 1)
    await addEvents(test.ours, 1)
    // Of the same events, so that what comes after sealing has something to do.
    if (round !== roundOf('sealing')) await sealAudit(test.door)
    const visited = await visitsOf(round)
    expect(visited).toContain(test.ours.id)
    expect(new Set(visited).size).toBeLessThanOrEqual(1 + 500)
    await settle()
  })
})

it.each(['folding', 'sealing'] as const)(
  '%s goes on with others while one has a long backlog',
  async (name) => {
    await settle()
    const plant = name === 'folding' ? insertDeltas : addEvents
    for (const tenant of [test.ours, test.theirs]) await plant(tenant, 4_500)
    const visited = await visitsOf(roundOf(name))
    expect(visited.slice(0, 2).toSorted()).toEqual([test.ours.id, test.theirs.id].toSorted())
    expect(visited.slice(2, 4).toSorted()).toEqual(visited.slice(0, 2).toSorted())
  },
  60_000,
)

it.each(['keeping heads', 'removing what is over'] as const)(
  '%s goes on where one tenant fails, and comes back to it in the next round',
  async (name) => {
    await settle()
    await sealedAs(test.ours)
    await sealedAs(test.theirs)
    const failing: Door = {
      ...test.door,
      enterTenant: (tenantId, ...work) =>
        tenantId === test.ours.id
          ? Promise.reject(new Error('A disk is full'))
          : test.door.enterTenant(tenantId, ...work),
    }
    const visited = await visitsOf((door) => expect(roundOf(name)(door)).rejects.toThrow('A disk is full'), failing)
    expect(visited).toContain(test.theirs.id)
    // So many others have waited longer.
    await test.database.owner.query(`update tenant_turns set visited_at = 'infinity' where tenant_id = $1`, [
      test.ours.id,
    ])
    expect(await visitsOf(roundOf(name))).toContain(test.ours.id)
    await settle()
  },
)

function roundOf(name: string): (door: Door) => Promise<void> {
  const found = rounds.find(([one]) => one === name)
  if (found === undefined) throw new Error(`There is no round ${name}`)
  return found[1]
}

/** The tenants that a round enters, one for each transaction. */
async function visitsOf(round: (door: Door) => Promise<void>, door = test.door): Promise<string[]> {
  const visited: string[] = []
  await round({
    ...door,
    enterTenant: (tenantId, ...work) => {
      visited.push(tenantId)
      return door.enterTenant(tenantId, ...work)
    },
  })
  return visited
}

/** Pages that PostgreSQL looks at for each search, when nothing is left to be done. */
async function costs(): Promise<number[]> {
  const pages: number[] = []
  for (const search of searches) {
    const { rows } = await test.database.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${search}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    pages.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
  }
  return pages
}

/** Does what there is to be done in all tenants, and has the statistics know it. */
async function settle(): Promise<void> {
  await foldRecordCounts(test.door)
  await sealAudit(test.door)
  await verifyAudit(test.door, log)
  // Nothing has ever happened in the others.
  await test.database.owner.query('update tenant_turns set has_changed = false')
  await test.database.owner.query('vacuum analyze record_deltas, audit_events, audit_verifications, tenant_turns')
}

/** As if something had been sealed. */
async function sealedAs(tenant: TestTenant): Promise<void> {
  await test.database.owner.query('update tenant_turns set has_changed = true where tenant_id = $1', [tenant.id])
}

async function insertIdleTenants(from: number, to: number): Promise<void> {
  await test.database.owner.query(
    `do $$
     declare
       tenant uuid;
     begin
       for n in ${from + 1}..${to} loop
         tenant := gen_random_uuid();
         perform enter_tenant(tenant);
         insert into tenants (id, name, slug, subjects, theme)
         values (tenant, 'Idle', 'idle-' || n, '{"kind":"human"}', '{}');
         insert into tenant_addresses (kind, address, tenant_id) values ('slug', 'idle-' || n, tenant);
         insert into audit_events (tenant_id, id, action, position, hash)
         values (tenant, gen_random_uuid(), 'session.login', 1, sha256('idle'));
         insert into audit_verifications (tenant_id, position, hash) values (tenant, 1, sha256('idle'));
       end loop;
       perform enter_tenant(null);
     end $$`,
  )
}

async function insertDeltas(tenant: TestTenant, count: number): Promise<void> {
  await test.query(
    tenant,
    `insert into record_deltas (tenant_id, at, organisation_id, group_id, assay_id, result, analyte_results, change)
     select tenant_id, quarter_of(performed_at), organisation_id, group_id, assay_id, result, analyte_results, case n % 2 when 0 then 1 else -1 end
     from (select * from test_records limit 1) as r, generate_series(1, $1) as n`,
    [count],
  )
}

async function addEvents(tenant: TestTenant, count: number): Promise<void> {
  await test.query(
    tenant,
    `insert into audit_events (tenant_id, id, action)
     select current_tenant(), gen_random_uuid(), 'session.login' from generate_series(1, $1)`,
    [count],
  )
}
