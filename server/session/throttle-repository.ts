import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/tokens.ts'

/** At most `attempts` within `minutes`. */
export interface Limit {
  attempts: number
  minutes: number
}

/** Passwords that may be tried for one account. */
export const loginsPerAccount: Limit = { attempts: 10, minutes: 15 }

/** Mails that may go to one account, of each kind. */
export const mailsPerAccount: Limit = { attempts: 3, minutes: 15 }

/** What is counted by account; of a login, the passwords that were tried. */
const counted = ['login', 'password-reset', 'registration', 'verification', 'email-change'] as const
type Counted = (typeof counted)[number]

/** The counter of an account, by its email. */
export function accountKey(email: string, of: Counted = 'login'): string {
  return `${of}:account:${email.toLowerCase()}`
}

/**
 * Takes one attempt from a counter and answers the seconds to wait when none is left. The counter is raised in one
 * statement, so that parallel requests cannot share an attempt; it counts once the transaction is committed.
 */
export async function takeAttempt(scope: Scope, key: string, limit: Limit): Promise<number | undefined> {
  return (await takeNumberedAttempt(scope, key, limit)).wait
}

/** As `takeAttempt`, and answers which one of the counter it was. */
export async function takeNumberedAttempt(
  scope: Scope,
  key: string,
  limit: Limit,
): Promise<{ number: number; wait: number | undefined }> {
  const { rows } = await sql<{ attempts: number; wait: number }>`
    insert into throttle_counters as c (tenant_id, key, window_started_at, attempts)
    values (${scope.tenant.id}, ${hashToken(key)}, now(), 1)
    on conflict (tenant_id, key) do update set
      attempts = case when c.window_started_at < now() - make_interval(mins => ${limit.minutes}) then 1 else c.attempts + 1 end,
      window_started_at = case when c.window_started_at < now() - make_interval(mins => ${limit.minutes}) then now() else c.window_started_at end
    returning attempts,
      ceil(extract(epoch from c.window_started_at + make_interval(mins => ${limit.minutes}) - now()))::int as wait
  `.execute(scope.db)
  const { attempts: number, wait } = rows[0] ?? { attempts: 1, wait: 0 }
  return { number, wait: number > limit.attempts ? Math.max(1, wait) : undefined }
}

/** Forgets an attempt that succeeded and those before it. Those that came after it stay counted. */
export async function forgetAttemptsUpTo(scope: Scope, key: string, number: number): Promise<void> {
  await scope.db
    .updateTable('throttle_counters')
    .set({ attempts: sql<number>`greatest(attempts - ${number}::int, 0)` })
    .where('key', '=', hashToken(key))
    .execute()
}

/** Forgets the attempts of a key, after a success. */
export async function clearAttempts(scope: Scope, key: string): Promise<void> {
  await scope.db.deleteFrom('throttle_counters').where('key', '=', hashToken(key)).execute()
}

/** Forgets everything that is counted of an account. */
export async function clearAccount(scope: Scope, email: string): Promise<void> {
  const keys = counted.map((of) => hashToken(accountKey(email, of)))
  await scope.db.deleteFrom('throttle_counters').where('key', 'in', keys).execute()
}

/** Gives back one attempt that was taken and did no harm. */
export async function giveAttemptBack(scope: Scope, key: string): Promise<void> {
  await forgetAttemptsUpTo(scope, key, 1)
}
