import { sql } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../access/scope.ts'

/** Appends at most so many events to the tenant's chain; answers how many there were. */
export async function sealEvents(scope: Scope, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select seal_audit_events(${most}::int) as sealed`.execute(scope.db)
  return rows[0]?.sealed ?? 0
}

/** An event that the chain knows, by its place. */
export interface Seal {
  position: number
  /** SHA-256 in hexadecimal. */
  hash: string
}

/** What the chain of a tenant says of its events. */
export interface ChainState {
  slug: string
  /** The newest sealed event; undefined before the first. */
  head: Seal | undefined
  /** Events that wait for their seal. */
  unsealed: number
  /** The first place at which events were changed, removed or put in, if there is one. */
  brokenAt: number | undefined
}

/** Recomputes the chain of every tenant, one after the other, as the owner of the tables. Reads each event once. */
export async function* verifyChains(owner: pg.ClientBase): AsyncGenerator<ChainState> {
  const { rows: tenants } = await owner.query<{ tenant_id: string; address: string }>(
    `select tenant_id, address from tenant_addresses where kind = 'slug' order by address`,
  )
  for (const { tenant_id, address } of tenants) {
    await owner.query('begin transaction isolation level repeatable read read only')
    await owner.query('select enter_tenant($1)', [tenant_id])
    yield { slug: address, ...(await stateOf(owner, tenant_id)) }
    await owner.query('commit')
  }
}

async function stateOf(owner: pg.ClientBase, tenantId: string): Promise<Omit<ChainState, 'slug'>> {
  const one = async <Row extends pg.QueryResultRow>(text: string) => (await owner.query<Row>(text, [tenantId])).rows[0]
  const head = await one<{ position: string; hash: string }>(
    `select position, encode(hash, 'hex') as hash from audit_events
     where tenant_id = $1 and position is not null order by position desc limit 1`,
  )
  const waiting = await one<{ count: string }>(
    'select count(*) from audit_events where tenant_id = $1 and position is null',
  )
  const broken = await one<{ position: string }>(
    `select position from (
       select position, hash, audit_hash(lag(hash) over chain, e) as expected_hash,
              coalesce(lag(position) over chain, 0) + 1 as expected_position
       from audit_events e
       where tenant_id = $1 and position is not null
       window chain as (order by position)
     ) as events
     where position <> expected_position or hash is distinct from expected_hash
     order by position
     limit 1`,
  )
  return {
    head: head && { position: Number(head.position), hash: head.hash },
    unsealed: Number(waiting?.count ?? 0),
    brokenAt: broken && Number(broken.position),
  }
}

/** Whether a tenant's chain still holds an event that it once held. */
export async function holdsSeal(owner: pg.ClientBase, slug: string, { position, hash }: Seal): Promise<boolean> {
  await owner.query('begin read only')
  const { rows: tenants } = await owner.query<{ tenant_id: string }>(
    `select tenant_id from tenant_addresses where kind = 'slug' and address = $1`,
    [slug],
  )
  const tenantId = tenants[0]?.tenant_id
  await owner.query('select enter_tenant($1)', [tenantId])
  const { rows } = await owner.query(
    `select from audit_events where tenant_id = $1 and position = $2 and encode(hash, 'hex') = $3`,
    [tenantId, position, hash],
  )
  await owner.query('commit')
  return rows.length === 1
}
