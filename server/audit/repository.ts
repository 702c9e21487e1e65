import { sql } from 'kysely'
import type pg from 'pg'
import { readEveryTenant, type Visited } from '../access/every-tenant.ts'
import type { Scope } from '../access/scope.ts'
import type { Seal } from './heads.ts'

/** Appends at most `most` events to the tenant's chain, and returns how many it appended. */
export async function sealEvents(scope: Scope, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select seal_audit_events(${most}::int) as sealed`.execute(scope.db)
  return rows[0]?.sealed ?? 0
}

/** Finds the newest sealed event of the tenant; undefined before the first. */
export async function findHead({ db }: Scope): Promise<Seal | undefined> {
  return db
    .selectFrom('audit_events')
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .select(['position', sql<string>`encode(hash, 'hex')`.as('hash')])
    .$narrowType<{ position: number }>()
    .executeTakeFirst()
}

/** The columns of `audit_events as e` in the order in which `audit_hash` takes them. */
export const hashedColumns =
  'e.position, e.tenant_id, e.id, e.occurred_at, e.actor_id, e.action, e.outcome, e.resource_type, e.resource_id, e.details, e.request_id'

/** The state of a tenant's audit chain. */
export interface ChainState {
  /** The newest sealed event; undefined before the first. */
  head: Seal | undefined
  /** The number of events that wait for their seal. */
  unsealed: number
  /** The number of events that have waited for more than an hour, which is none while sealing works. */
  unsealedForLong: number
  /** The first position at which events were changed, removed or inserted. */
  brokenAt: number | undefined
  /** The position of an alarm that the server raised and that still stands. */
  alarmAt: number | undefined
}

/** Recomputes the chain of every tenant, as `readEveryTenant` says. Reads each event once. */
export function verifyChains(owner: pg.ClientBase): AsyncGenerator<Visited<ChainState>> {
  return readEveryTenant(owner, (tenantId) => stateOf(owner, tenantId))
}

async function stateOf(owner: pg.ClientBase, tenantId: string): Promise<ChainState> {
  const one = async <Row extends pg.QueryResultRow>(text: string) => (await owner.query<Row>(text, [tenantId])).rows[0]
  const head = await one<{ position: string; hash: string }>(
    `select position, encode(hash, 'hex') as hash from audit_events
     where tenant_id = $1 and position is not null order by position desc limit 1`,
  )
  const waiting = await one<{ count: string; old: string }>(
    `select count(*), count(*) filter (where occurred_at < now() - interval '1 hour') as old
     from audit_events where tenant_id = $1 and position is null`,
  )
  const broken = await one<{ position: string }>(
    `select position from (
       select position, hash, audit_hash(lag(hash) over chain, ${hashedColumns}) as expected_hash,
              coalesce(lag(position) over chain, 0) + 1 as expected_position
       from audit_events e
       where tenant_id = $1 and position is not null
       window chain as (order by position)
     ) as events
     where position <> expected_position or hash is distinct from expected_hash
     order by position
     limit 1`,
  )
  const alarm = await one<{ position: string }>(
    `select broken_position as position from audit_verifications where tenant_id = $1 and broken_position is not null`,
  )
  return {
    head: head && { position: Number(head.position), hash: head.hash },
    unsealed: Number(waiting?.count ?? 0),
    unsealedForLong: Number(waiting?.old ?? 0),
    brokenAt: broken && Number(broken.position),
    alarmAt: alarm && Number(alarm.position),
  }
}

/** Finds the first of the kept events that the tenant's chain no longer contains. */
export async function findLostSeal(
  owner: pg.ClientBase,
  slug: string,
  kept: readonly Seal[],
): Promise<number | undefined> {
  await owner.query('begin read only')
  const tenantId = await findTenantId(owner, slug)
  await owner.query('select enter_tenant($1)', [tenantId])
  const { rows } = await owner.query<{ position: string }>(
    `select kept.position from unnest($2::bigint[], $3::text[]) as kept (position, hash)
     left join audit_events e on e.tenant_id = $1 and e.position = kept.position
     where encode(e.hash, 'hex') is distinct from kept.hash order by kept.position limit 1`,
    [tenantId, kept.map(({ position }) => position), kept.map(({ hash }) => hash)],
  )
  await owner.query('commit')
  return rows[0] && Number(rows[0].position)
}

/** Finds the tenant of a slug, as the owner of the tables. */
export async function findTenantId(owner: pg.ClientBase, slug: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ tenant_id: string }>(
    `select tenant_id from tenant_addresses where kind = 'slug' and address = $1`,
    [slug],
  )
  return rows[0]?.tenant_id
}
