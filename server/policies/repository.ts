import { sql } from 'kysely'
import type { PolicyName } from '../../contract/phrases/policy.ts'
import type { Locale } from '../../contract/locales.ts'
import { isPerson } from '../access/actor-predicate.ts'
import type { Scope } from '../access/scope.ts'

/** Finds the text in force in a language; undefined when none was ever published in it. */
export async function findText({ db }: Scope, policy: PolicyName, locale: Locale) {
  return db
    .selectFrom('policy_versions')
    .where('policy', '=', policy)
    .where('locale', '=', locale)
    .select('text')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the texts in force of one policy, up to a version, or of all policies: the newest row of each language. */
export async function listTexts({ db }: Scope, { policy, upTo }: { policy?: PolicyName; upTo?: number } = {}) {
  return db
    .selectFrom('policy_versions')
    .$if(policy !== undefined, (query) => query.where('policy', '=', policy ?? 'eula'))
    .$if(upTo !== undefined, (query) => query.where('version', '<=', upTo ?? 0))
    .distinctOn(['policy', 'locale'])
    .select(['policy', 'locale', 'version', 'text'])
    .orderBy('policy')
    .orderBy('locale')
    .orderBy('version', 'desc')
    .execute()
}

/** Locks the tenant, so that nobody else publishes in it until the transaction ends. */
export async function lockTenant({ db, tenant }: Scope): Promise<void> {
  await db.selectFrom('tenants').where('id', '=', tenant.id).select('id').forNoKeyUpdate().execute()
}

interface NewVersion {
  policy: PolicyName
  version: number
  asksAgain: boolean
  texts: readonly { locale: Locale; text: string | null }[]
}

export async function insertVersion(scope: Scope, { policy, version, asksAgain, texts }: NewVersion): Promise<void> {
  await scope.db
    .insertInto('policy_versions')
    .values(
      texts.map(({ locale, text }) => ({
        tenant_id: scope.tenant.id,
        policy,
        version,
        locale,
        text,
        asks_again: asksAgain,
        published_at: scope.now,
        published_by: scope.actor?.id ?? null,
      })),
    )
    .execute()
}

/** Lists the publications of a policy, the latest first, with a row for each language. */
export async function listVersions({ db }: Scope, policy: PolicyName) {
  return db
    .selectFrom('policy_versions as v')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'v.published_by').on('u.status', '<>', 'deleted'))
    .leftJoin('known_operators as k', 'k.id', 'v.published_by')
    .where('v.policy', '=', policy)
    .select([
      'v.version',
      'v.locale',
      'v.asks_again',
      'v.published_at',
      sql<string | null>`coalesce(u.full_name, k.full_name)`.as('full_name'),
    ])
    .orderBy('v.version', 'desc')
    .orderBy('v.locale')
    .execute()
}

/** Lists the texts of one publication. */
export async function listTextsOf({ db }: Scope, policy: PolicyName, version: number) {
  return db
    .selectFrom('policy_versions')
    .where('policy', '=', policy)
    .where('version', '=', version)
    .select(['locale', 'text'])
    .orderBy('locale')
    .execute()
}

export async function countActivePeople({ db }: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('users as u')
    .where('u.status', '=', 'active')
    .where(isPerson('u'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the users by the version of the terms that they accepted last. */
export async function countAcceptances({ db }: Scope) {
  return db
    .selectFrom('users')
    .where('terms_accepted_version', 'is not', null)
    .groupBy('terms_accepted_version')
    .select(['terms_accepted_version as version', sql<number>`count(*)::int`.as('count')])
    .execute()
}
