import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Door } from '../access/door/door.ts'
import { keepHeads, sealAudit } from '../audit/service.ts'
import { verifyAudit } from '../audit/verification-service.ts'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import type { TestTenant } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { removeEnded } from './service.ts'

/** Milliseconds for a test with so many tenants on a busy machine. */
const slow = 300_000

/** Numbers of idle tenants before and after; the first is more than any round visits at once. */
const few = 520
const many = 1500

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await insertIdleTenants(0, few)
  await settle()
}, slow)
afterAll(() => test.close())

const log = { error: () => undefined, info: () => undefined }

const rounds: [string, (door: Door) => Promise<void>][] = [
  ['folding', (door) => foldRecordCounts(door)],
  ['sealing', (door) => sealAudit(door)],
  ['verifying', (door) => verifyAudit(door, log)],
  ['keeping heads', (door) => keepHeads(door, { log, place: undefined })],
  ['removing what is over', (door) => removeEnded(door)],
]

/** The query with which each round finds the tenants to visit. */
const searches = [
  'select tenants_to_fold()',
  'select tenants_to_seal()',
  'select id from tenants_to_verify()',
  `select take_turns('keep-audit-heads', 500)`,
  `select take_turns('remove-ended', 500)`,
]

it(
  'costs no more with three times as many idle tenants and another tenant’s backlog',
  async () => {
    const before = await costs()
    await insertIdleTenants(few, many)
    await settle()
    const withMany = await costs()
    await insertDeltas(test.theirs, 20_000)
    await addEvents(test.theirs, 5_000)
    const withBacklog = await costs()
    for (const [place, search] of searches.entries()) {
      // Allows for a deeper index and some changed pages.
      const most = 2 * (before[place] ?? 0) + 50
      expect([search, withMany[place]]).toEqual([search, expect.toSatisfy((pages: number) => pages <= most)])
      expect([search, withBacklog[place]]).toEqual([search, expect.toSatisfy((pages: number) => pages <= most)])
    }
    // This round only took turns and visited nobody, so the work is done here.
    await settle()
  },
  slow,
)

describe.each(rounds)('%s', (_, round) => {
  it(
    'visits changed tenants, however many others there are',
    async () => {
      await insertDeltas(test.ours, 1)
      await addEvents(test.ours, 1)
      // Events must be sealed for the rounds after sealing to have work.
      if (round !== roundOf('sealing')) await sealAudit(test.door)
      const visited = await visitsOf(round)
      expect(visited).toContain(test.ours.id)
      expect(new Set(visited).size).toBeLessThanOrEqual(1 + 500)
      await settle()
    },
    slow,
  )
})

it.each(['keeping heads', 'removing what is over'] as const)(
  '%s visits the others in turn',
  async (name) => {
    await settle()
    const first = await visitsOf(roundOf(name))
    const next = await visitsOf(roundOf(name))
    expect(next.filter((id) => !first.includes(id)).length).toBeGreaterThan(0)
  },
  slow,
)

it.each(['folding', 'sealing'] as const)(
  '%s continues with others while one has a long backlog',
  async (name) => {
    await settle()
    const plant = name === 'folding' ? insertDeltas : addEvents
    for (const tenant of [test.ours, test.theirs]) await plant(tenant, 4_500)
    const visited = await visitsOf(roundOf(name))
    expect(visited.slice(0, 2).toSorted()).toEqual([test.ours.id, test.theirs.id].toSorted())
    expect(visited.slice(2, 4).toSorted()).toEqual(visited.slice(0, 2).toSorted())
  },
  slow,
)

it.each(['keeping heads', 'removing what is over'] as const)(
  '%s continues when one tenant fails, and returns to it in the next round',
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
    const visited = await visitsOf(
      (door) => expect(roundOf(name)(door)).rejects.toThrow(/failed in 1 of \d+ tenants.*A disk is full/),
      failing,
    )
    expect(visited).toContain(test.theirs.id)
    await letOthersWaitLonger()
    expect(await visitsOf(roundOf(name))).toContain(test.ours.id)
    expect(await visitsOf(roundOf(name))).not.toContain(test.ours.id)
    await settle()
  },
  slow,
)

it('fails if a tenant is in no turn, after it has visited the others', async () => {
  const owner = test.database.owner
  await owner.query(`delete from tenant_turns where tenant_id = $1 and round = 'keep-audit-heads'`, [test.theirs.id])
  await sealedAs(test.ours)
  const visited = await visitsOf((door) =>
    expect(removeEnded(door)).rejects.toThrow('The round keep-audit-heads does not visit every tenant'),
  )
  expect(visited).toContain(test.ours.id)
  await owner.query(`insert into tenant_turns (tenant_id, round) values ($1, 'keep-audit-heads')`, [test.theirs.id])
  await removeEnded(test.door)
  await settle()
})

describe.each(['verifying', 'keeping heads', 'removing what is over'] as const)('%s forgets nobody', (name) => {
  const change = async () => {
    await addEvents(test.ours, 1)
    await sealAudit(test.door)
  }

  it.each([
    ['whose turn was taken by a process that was killed', change, async () => void (await taking[name](test.door))],
    [
      'whose visit a killed process had begun',
      change,
      async () => {
        const begun = Promise.withResolvers<void>()
        const enterTenant = () => {
          begun.resolve()
          return new Promise<never>(() => undefined)
        }
        void roundOf(name)({ ...test.door, enterTenant })
        await begun.promise
      },
    ],
    [
      'in which something is sealed while they are visited',
      change,
      async () => {
        const busy: Door = {
          ...test.door,
          enterTenant: async (tenantId, ...work) => {
            const done = await test.door.enterTenant(tenantId, ...work)
            if (tenantId === test.ours.id && !isChanged) await change()
            isChanged ||= tenantId === test.ours.id
            return done
          },
        }
        let isChanged = false
        await roundOf(name)(busy)
        expect(isChanged).toBe(true)
      },
    ],
    [
      'of whom something is being sealed',
      async () => {
        await change()
        await addEvents(test.ours, 1)
      },
      async () => {
        await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
          await owner.query('select seal_audit_events(1000)')
          await roundOf(name)(test.door)
        })
      },
    ],
  ])(
    '%s',
    async (_, before, meanwhile) => {
      await settle()
      await before()
      await meanwhile()
      await letOthersWaitLonger()
      expect(await visitsOf(roundOf(name))).toContain(test.ours.id)
      await settle()
    },
    slow,
  )
})

/** Takes the turns of each round. */
const taking: Record<'verifying' | 'keeping heads' | 'removing what is over', (door: Door) => Promise<string[]>> = {
  verifying: (door) => door.tenantsToVerify(),
  'keeping heads': (door) => door.takeTurns('keep-audit-heads', 500),
  'removing what is over': (door) => door.takeTurns('remove-ended', 500),
}

function roundOf(name: string): (door: Door) => Promise<void> {
  const found = rounds.find(([one]) => one === name)
  if (found === undefined) throw new Error(`There is no round ${name}`)
  return found[1]
}

/** Lists the tenants that a round enters, one for each transaction. */
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

/** Counts the pages that PostgreSQL reads for each search when nothing is left to be done. */
async function costs(): Promise<number[]> {
  const pages: number[] = []
  const client = await test.database.pool.connect()
  try {
    for (const search of searches) {
      // A connection that was opened meanwhile reads the catalogue as well, the first time.
      await pagesOf(search, client)
      pages.push(await pagesOf(search, client))
    }
  } finally {
    client.release()
  }
  return pages
}

async function pagesOf(search: string, client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${search}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

/** Does all outstanding work in all tenants, and updates the statistics. */
async function settle(): Promise<void> {
  await foldRecordCounts(test.door)
  await sealAudit(test.door)
  await verifyAudit(test.door, log)
  // The other tenants are then like ones in which nothing ever happened.
  await test.database.owner.query('update tenant_turns set has_changed = false')
  await test.database.owner.query('vacuum analyze record_deltas, audit_events, audit_verifications, tenant_turns')
}

/** Keeps our tenant from being visited in turn. */
async function letOthersWaitLonger(): Promise<void> {
  await test.database.owner.query(`update tenant_turns set visited_at = 'infinity' where tenant_id = $1`, [
    test.ours.id,
  ])
}

/** Marks a tenant as changed, as sealing does. */
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
         perform take_address('slug', 'idle-' || n);
         insert into audit_events (tenant_id, id, action, position, hash)
         values (tenant, gen_random_uuid(), 'session.login', 1, sha256('idle'));
         insert into audit_verifications (tenant_id, position, hash) values (tenant, 1, sha256('idle'));
       end loop;
       perform enter_tenant(null);
     end $$`,
  )
}

/** The ids of deltas that were planted so far, above those that PostgreSQL gives. */
let planted = 1_000_000_000

async function insertDeltas(tenant: TestTenant, count: number): Promise<void> {
  await test.query(
    tenant,
    `insert into record_deltas (tenant_id, id, at, organisation_id, group_id, assay_id, result, analyte_results, change)
     select tenant_id, $3::bigint + n, quarter_of(performed_at), organisation_id, group_id, assay_id, result, analyte_results, case when n % 2 = 0 then 1 else -1 end
     from test_records, generate_series(1, $1) as n where id = $2`,
    [count, tenant.places.home.recordId, planted],
  )
  planted += count
}

async function addEvents(tenant: TestTenant, count: number): Promise<void> {
  await test.query(
    tenant,
    `insert into audit_events (tenant_id, id, action)
     select tenants.id, gen_random_uuid(), 'session.login' from tenants, generate_series(1, $1)`,
    [count],
  )
}
