import { sql } from 'kysely'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { isWithin, networkOf } from '../../../contract/rules/networks.ts'
import { Failure } from '../../platform/failure.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { hashToken } from '../sessions/tokens.ts'

/** A limit of `attempts` within `minutes`, counted under `key`. */
export interface Counter {
  key: string
  attempts: number
  minutes: number
  /** The counter is shared with other people: a success gives back its own attempt and none of theirs. */
  isShared?: true
  /**
   * The address that the attempts come from, if the limit is per address. Addresses in the tenant's own networks get
   * far more attempts.
   */
  address?: string
  /** Successful attempts also count. */
  isOfAll?: true
}

/** A counted attempt, with its number in the counter. */
export interface Spent extends Counter {
  number: number
}

const minutes = 15

/** The limit for one address, which many people may share. */
export function addressCounter(of: string, address: string, attempts = 30): Counter {
  return { key: `${of}:address:${networkOf(address)}`, attempts, minutes, isShared: true, address }
}

/**
 * The limits for one address on requests that give no hint of their outcome, such as one for an email. An accepted
 * request gives its attempt back, whether or not there is an account; ten times as many are accepted, and a daily limit
 * keeps one address from using up the tenant's daily messages.
 */
export function askingCounters(of: string, address: string): Counter[] {
  const counter = addressCounter(of, address)
  const ofAll = addressCounter(`${of}:all`, address, counter.attempts * 10)
  const ofDay = addressCounter(`${of}:day`, address, mostInDay)
  return [counter, { ...ofAll, isOfAll: true }, { ...ofDay, minutes: 24 * 60, isOfAll: true }]
}

/** A tenth of what visitors may ask for in a tenant per day, unless its operator changes that limit. */
const mostInDay = 1000

/** The factor for addresses in the tenant's own networks, where everybody shares one address. */
const moreFromOwnNetwork = 100

/**
 * Takes an attempt from each counter, in order. Throws `too-many-attempts` when one has none left, before anything is
 * written, so that a refusal neither spends attempts of the others nor grows a table. Attempts count once the
 * transaction is committed.
 */
export async function spendAttempts(scope: Scope, counters: readonly Counter[]): Promise<Spent[]> {
  const spent: Spent[] = []
  const allowed = await withOwnNetworks(scope, counters)
  const waits = await Promise.all(allowed.map((counter) => waitOf(scope, counter)))
  if (Math.max(...waits) > 0) throw tooMany(Math.max(...waits))
  for (const counter of allowed) {
    const number = await take(scope, counter)
    // Another request took the last attempt meanwhile; the error rolls back the attempts taken so far.
    if (number === undefined) throw tooMany(await waitOf(scope, counter))
    spent.push({ ...counter, number })
  }
  return spent
}

/**
 * Takes `size` attempts at once, which must divide the limit. A window that begins with them began `since` milliseconds
 * ago. Returns the seconds until there are attempts again; 0 if there were.
 */
export async function takePortion(scope: Scope, counter: Counter, size: number, since: number): Promise<number> {
  const number = await take(scope, counter, size, new Date(scope.now.getTime() - since))
  return number === undefined ? Math.max(1, await waitOf(scope, counter)) : 0
}

/** Counts a call against its endpoint's limit per actor, if it has one. Throws `too-many-attempts`. */
export async function countCall(scope: ActorScope, { name, limit }: Endpoint): Promise<void> {
  if (limit === undefined) return
  await spendAttempts(scope, [{ ...limit, key: `${limit.counter ?? name}:actor:${scope.actor.id}` }])
}

/**
 * Takes one attempt and returns whether there was one left, for callers that skip their work silently, such as sending
 * an email.
 */
export async function takeAttempt(scope: Scope, counter: Counter): Promise<boolean> {
  return (await take(scope, counter)) !== undefined
}

/** Gives back the attempts of a success. Attempts after it stay counted. */
export async function forgiveAttempts(scope: Scope, spent: readonly Spent[]): Promise<void> {
  for (const { key, number, isShared, isOfAll } of spent) {
    if (isOfAll) continue
    await scope.db
      .updateTable('throttle_counters')
      .set({ attempts: sql<number>`greatest(attempts - ${isShared ? 1 : number}::int, 0)` })
      .where('key', '=', hashToken(key))
      .execute()
  }
}

/** Resets these counters. */
export async function clearAttempts(scope: Scope, counters: readonly Counter[]): Promise<void> {
  const keys = counters.map(({ key }) => hashToken(key))
  await scope.db.deleteFrom('throttle_counters').where('key', 'in', keys).execute()
}

function tooMany(seconds: number): Failure {
  const isSoon = seconds <= 3600
  return new Failure('too-many-attempts', {
    retryAfterSeconds: seconds,
    says: {
      phrase: isSoon ? 'mail:limit.attemptsSoon' : 'mail:limit.attempts',
      values: { count: Math.ceil(seconds / (isSoon ? 60 : 3600)) },
    },
  })
}

/** Multiplies the limits of counters whose address is in one of the tenant's own networks. */
async function withOwnNetworks(scope: Scope, counters: readonly Counter[]): Promise<readonly Counter[]> {
  if (counters.every(({ address }) => address === undefined)) return counters
  const limits = await scope.db
    .selectFrom('tenant_limits')
    .where('tenant_id', '=', scope.tenant.id)
    .select('own_networks')
    .executeTakeFirst()
  const networks = limits?.own_networks ?? []
  const isOwn = ({ address }: Counter) => address !== undefined && networks.some((one) => isWithin(one, address))
  return counters.map((counter) =>
    isOwn(counter) ? { ...counter, attempts: counter.attempts * moreFromOwnNetwork } : counter,
  )
}

/** Returns the seconds until the next attempt; 0 when there is one left. */
async function waitOf(scope: Scope, { key, attempts, minutes: window }: Counter): Promise<number> {
  const end = sql`window_started_at + make_interval(mins => ${window}::int)`
  const found = await scope.db
    .selectFrom('throttle_counters')
    .where('key', '=', hashToken(key))
    .where('attempts', '>=', attempts)
    .where(sql<boolean>`${end} >= now()`)
    .select(sql<number>`greatest(1, ceil(extract(epoch from ${end} - now())))::int`.as('wait'))
    .executeTakeFirst()
  return found?.wait ?? 0
}

/**
 * Counts attempts in one statement, so that parallel requests cannot share one. Returns its number, or undefined when
 * none is left.
 */
async function take(
  scope: Scope,
  { key, attempts, minutes: window }: Counter,
  size = 1,
  start = scope.now,
): Promise<number | undefined> {
  const { now } = scope
  // Computed here, because PostgreSQL calls subtracting an interval from a time unstable, which is not allowed in CASE.
  const oldest = new Date(now.getTime() - window * 60_000)
  const isOver = sql`c.window_started_at < ${oldest}::timestamptz`
  const { rows } = await sql<{ attempts: number }>`
    insert into throttle_counters as c (tenant_id, key, window_started_at, attempts)
    values (${scope.tenant.id}, ${hashToken(key)}, ${start}, ${size})
    on conflict (tenant_id, key) do update set
      attempts = case when ${isOver} then ${size}::int else c.attempts + ${size}::int end,
      window_started_at = case when ${isOver} then ${start} else c.window_started_at end
    where ${isOver} or c.attempts < ${attempts}
    returning attempts
  `.execute(scope.db)
  return rows[0]?.attempts
}
