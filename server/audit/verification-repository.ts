import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Scope } from '../access/scope.ts'
import { hashedColumns } from './repository.ts'

/** The outcome of one step of verifying the tenant's chain. */
interface Step {
  isMore: boolean
  /** The position of new damage; undefined where an alarm already stands. */
  brokenAt: number | undefined
}

/** Verifies at most `most` further events of the tenant's chain, and stores an alarm at the first damage. */
export async function verifyEvents(scope: Scope, most: number): Promise<Step> {
  const { rows } = await sql<{ is_more: boolean; broken: string | null }>`
    select is_more, broken from verify_audit_events(${most}::int)
  `.execute(scope.db)
  const broken = rows[0]?.broken ?? null
  return { isMore: rows[0]?.is_more === true, brokenAt: broken === null ? undefined : Number(broken) }
}

/** Finds how far the tenant's chain was verified and whether an alarm stands; undefined before the first time. */
export async function findVerification({ db }: Scope) {
  return db
    .selectFrom('audit_verifications')
    .select(['position', 'verified_at', 'broken_position', 'broken_at'])
    .executeTakeFirst()
}

/** The outcome of clearing an alarm, with the position of the alarm or of the remaining damage. */
type Clearing = { outcome: 'no-alarm' } | { outcome: 'cleared' | 'still-broken'; position: number }

/**
 * Clears a tenant's alarm if its chain is whole again, as the owner of the tables, and writes an event about it. With
 * `acceptsDamage` it is cleared in any case, and verification continues after the damage. The server then verifies the
 * chain from the start.
 */
export async function clearAlarm(owner: pg.ClientBase, tenantId: string, acceptsDamage: boolean): Promise<Clearing> {
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, [tenantId, ...values])).rows[0]
  await owner.query('begin')
  await owner.query('select enter_tenant($1)', [tenantId])
  // The server's verification skips a tenant whose lock is held.
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('audit verification ' || $1::uuid, 0))`, [tenantId])
  const alarm = await one<{ position: string; is_cut: boolean }>(
    `select v.broken_position as position, v.position > 0 and not exists (
       select from audit_events e where e.tenant_id = v.tenant_id and e.position = v.position and e.hash = v.hash
     ) as is_cut
     from audit_verifications v where v.tenant_id = $1 and v.broken_position is not null`,
  )
  if (alarm === undefined) return await ended({ outcome: 'no-alarm' })
  const damage = await one<{ first: string | null; last: string | null }>(
    `select min(c.position) as first, max(c.position) as last from (
       select e.position, e.position <> coalesce(lag(e.position) over chain, v.start_position) + 1
           or e.hash is distinct from audit_hash(coalesce(lag(e.hash) over chain, v.start_hash), ${hashedColumns}) as is_broken
       from audit_verifications v
       join audit_events e on e.tenant_id = v.tenant_id and e.position > v.start_position
       where v.tenant_id = $1
       window chain as (order by e.position)
     ) as c where c.is_broken`,
  )
  const first = damage?.first ?? (alarm.is_cut ? alarm.position : null)
  if (first !== null && !acceptsDamage) return await ended({ outcome: 'still-broken', position: Number(first) })
  const position = Number(alarm.position)
  const last = await one<{ hash: Buffer | null }>(
    'select hash from audit_events where tenant_id = $1 and position = $2',
    [damage?.last ?? null],
  )
  // Read before, because a change that joins it to nothing ends a whole Citus server (13.2.2).
  await owner.query(
    `update audit_verifications set
       start_position = coalesce($2::bigint, start_position), start_hash = coalesce($3::bytea, start_hash),
       position = coalesce($2::bigint, start_position), hash = coalesce($3::bytea, start_hash),
       verified_at = now(), again_position = null, again_hash = null, again_at = now(),
       broken_position = null, broken_at = null
     where tenant_id = $1`,
    [tenantId, damage?.last ?? null, last?.hash ?? null],
  )
  await owner.query(`select mark_turn('verify-audit', $1)`, [tenantId])
  await owner.query(
    `insert into audit_events (tenant_id, id, action, details) values ($1, $2, 'audit.alarm-cleared', $3)`,
    [tenantId, newId(), JSON.stringify({ position, isAccepted: first !== null })],
  )
  return await ended({ outcome: 'cleared', position })

  async function ended(clearing: Clearing): Promise<Clearing> {
    await owner.query('commit')
    return clearing
  }
}
