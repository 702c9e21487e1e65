import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isWithin, networkOf } from '../../contract/rules/networks.ts'
import { Failure } from '../platform/failure.ts'
import type { ActorScope, Scope } from './scope.ts'
import { hashToken } from './tokens.ts'

/** Something that is limited: at most `attempts` within `minutes`. */
export interface Counter {
  key: string
  attempts: number
  minutes: number
  /** Others count here, too: a success gives its own attempt back, and forgets none of theirs. */
  isShared?: true
  /** Whose attempts these are, where an address says it: from a network of the tenant's own there are far more. */
  address?: string
  /** What succeeds counts, too. */
  isOfAll?: true
}

/** An attempt that was counted: which one of its counter it was. */
export interface Spent extends Counter {
  number: number
}

const minutes = 15

/** What may come from one address. Many people may share it. */
export function addressCounter(of: string, address: string, attempts = 30): Counter {
  return { key: `${of}:address:${networkOf(address)}`, attempts, minutes, isShared: true, address }
}

/**
 * The same of what anybody may ask for without being told what became of it, such as a mail. What was taken gives its attempt
 * back, whether there is an account or not; ten times as many may be taken, and so many in a day that no address uses up what a
 * tenant sends in one.
 */
export function askingCounters(of: string, address: string): Counter[] {
  const counter = addressCounter(of, address)
  const ofAll = addressCounter(`${of}:all`, address, counter.attempts * 10)
  const ofDay = addressCounter(`${of}:day`, address, mostInDay)
  return [counter, { ...ofAll, isOfAll: true }, { ...ofDay, minutes: 24 * 60, isOfAll: true }]
}

/** A tenth of what visitors may ask for in a tenant, unless its operator says otherwise. */
const mostInDay = 1000

/** How many times more attempts an address has that is in a network of the tenant's own, where everybody shares one. */
const moreFromOwnNetwork = 100

/**
 * Takes an attempt from each counter, in their order. When one has none left, throws `too-many-attempts` before anything
 * is written, so that what is refused neither spends the others' attempts nor grows a table. Attempts count once the
 * transaction is committed.
 */
export async function spendAttempts(scope: Scope, counters: readonly Counter[]): Promise<Spent[]> {
  const spent: Spent[] = []
  const allowed = await withOwnNetworks(scope, counters)
  const waits = await Promise.all(allowed.map((counter) => waitOf(scope, counter)))
  if (Math.max(...waits) > 0) throw tooMany(Math.max(...waits))
  for (const counter of allowed) {
    const number = await take(scope, counter)
    // Others came first: what was taken is rolled back.
    if (number === undefined) throw tooMany(await waitOf(scope, counter))
    spent.push({ ...counter, number })
  }
  return spent
}

/** Counts a call of an endpoint against the limit of its actor, where it declares one. Throws `too-many-attempts`. */
export async function countCall(scope: ActorScope, { name, limit }: Endpoint): Promise<void> {
  if (limit === undefined) return
  await spendAttempts(scope, [{ ...limit, key: `${limit.counter ?? name}:actor:${scope.actor.id}` }])
}

/** Takes one attempt, and answers whether there was one left: of mails, which are simply not sent. */
export async function takeAttempt(scope: Scope, counter: Counter): Promise<boolean> {
  return (await take(scope, counter)) !== undefined
}

/** Forgets attempts of which the last one succeeded. Those that came after it stay counted. */
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

/** Forgets all that was counted by these counters. */
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

/** The counters with as many attempts as there are from where somebody is. */
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

/** Seconds until the next attempt; 0 when there is one left. */
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
 * Raises a counter in one statement, so that parallel requests cannot share an attempt, and answers which one it was;
 * undefined when none is left.
 */
async function take(scope: Scope, { key, attempts, minutes: window }: Counter): Promise<number | undefined> {
  const { now } = scope
  const isOver = sql`c.window_started_at < ${now}::timestamptz - make_interval(mins => ${window}::int)`
  const { rows } = await sql<{ attempts: number }>`
    insert into throttle_counters as c (tenant_id, key, window_started_at, attempts)
    values (${scope.tenant.id}, ${hashToken(key)}, ${now}, 1)
    on conflict (tenant_id, key) do update set
      attempts = case when ${isOver} then 1 else c.attempts + 1 end,
      window_started_at = case when ${isOver} then ${now} else c.window_started_at end
    where ${isOver} or c.attempts < ${attempts}
    returning attempts
  `.execute(scope.db)
  return rows[0]?.attempts
}
