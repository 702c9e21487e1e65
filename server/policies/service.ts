import type { Reply } from '../../contract/endpoint.ts'
import { policyNames, type PolicyName } from '../../contract/phrases/policy.ts'
import type {
  ChangedText,
  listPolicies as listEndpoint,
  Policy,
  PolicyChange,
  Publication,
  ShownPolicy,
} from '../../contract/policies/endpoints.ts'
import { byLocale, locales, type Locale } from '../../contract/locales.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { noteChange } from '../tenants/service.ts'
import {
  countAcceptances,
  countActivePeople,
  findText,
  insertVersion,
  listTexts,
  listTextsOf,
  listVersions,
  lockTenant,
} from './repository.ts'

/** Returns a policy as anybody can read it at the scope's host. */
export async function readPolicy(scope: Scope, name: PolicyName, locale: Locale): Promise<ShownPolicy> {
  const row = await findText(scope, name, locale)
  return { text: row?.text ?? null, termsVersion: name === 'eula' ? scope.tenant.termsVersion : null }
}

/** Lists every policy of the scope's tenant, with the languages in which it has its own text. */
export async function listPolicies(scope: Scope): Promise<Reply<typeof listEndpoint>['data']> {
  const rows = await listTexts(scope)
  const own = rows.filter(({ text }) => text !== null)
  return policyNames.map((name) => ({
    name,
    own: own.filter(({ policy }) => policy === name).map(({ locale }) => locale),
  }))
}

/** Returns the texts in force of a policy of the scope's tenant. */
export async function getPolicy(scope: Scope, name: PolicyName): Promise<Policy> {
  const [inForce, people] = await Promise.all([inForceOf(scope, name), countActivePeople(scope)])
  return { name, ...inForce, people }
}

/**
 * Publishes texts of a policy of the scope's tenant, which are in force at once; earlier ones are kept. Terms that ask
 * again get a version of their own, so that users who accepted another one are asked on their next page. Throws
 * `stale-version`, and `validation` for asking again where the policy is not accepted.
 */
export async function publishPolicy(
  scope: Scope,
  { name, version, change }: { name: PolicyName; version: number; change: PolicyChange },
): Promise<Policy> {
  const { asksAgain } = change
  if (asksAgain && name !== 'eula') throw invalid('asksAgain', 'choice')
  await lockTenant(scope)
  const before = asSeen(await inForceOf(scope, name), version)
  const texts = locales.flatMap((locale) => {
    const text = change.texts[locale]
    // Users who are asked again must see a text as newly published, even if it has not changed.
    return text === undefined || (!asksAgain && text === before.texts[locale]) ? [] : [{ locale, text }]
  })
  if (texts.length === 0) return getPolicy(scope, name)

  const next = before.version + 1
  await insertVersion(scope, { policy: name, version: next, asksAgain, texts })
  await noteChange(scope, asksAgain ? { terms_version: termsVersionOf(next) } : {})
  await recordAudit(scope, {
    action: 'policy.published',
    resourceType: 'tenant',
    resourceId: scope.tenant.id,
    details: { policy: name, version: next, locales: texts.map(({ locale }) => locale), asksAgain },
  })
  return getPolicy(scope, name)
}

/** Lists the publications of a policy of the scope's tenant, the latest first. */
export async function listPolicyVersions(scope: Scope, name: PolicyName): Promise<Publication[]> {
  const rows = await listVersions(scope, name)
  const acceptances = rows.some((row) => row.asks_again) ? await countAcceptances(scope) : []
  const accepted = new Map(acceptances.map(({ version, count }) => [version, count]))
  return [...Map.groupBy(rows, ({ version }) => version)].flatMap(([version, [first, ...others]]) => {
    if (first === undefined) return []
    return {
      version,
      locales: [first, ...others].map(({ locale }) => locale),
      asksAgain: first.asks_again,
      accepted: first.asks_again ? (accepted.get(termsVersionOf(version)) ?? 0) : null,
      publishedAt: first.published_at.toISOString(),
      by: first.full_name,
    }
  })
}

/** Returns the texts of one publication, each with the text in force before. Throws `not-found`. */
export async function getPolicyVersion(scope: Scope, name: PolicyName, version: number): Promise<ChangedText[]> {
  const [texts, earlier] = await Promise.all([
    listTextsOf(scope, name, version),
    listTexts(scope, { policy: name, upTo: version - 1 }),
  ])
  if (texts.length === 0) throw new Failure('not-found')
  return texts.map(({ locale, text }) => ({
    locale,
    text,
    before: earlier.find((row) => row.locale === locale)?.text ?? null,
  }))
}

/** Names the version that is stored with users who accept the terms of a publication. */
function termsVersionOf(version: number): string {
  return `own-${version}`
}

async function inForceOf(scope: Scope, name: PolicyName): Promise<Pick<Policy, 'texts' | 'version'>> {
  const rows = await listTexts(scope, { policy: name })
  const textIn = (locale: Locale) => rows.find((row) => row.locale === locale)?.text ?? null
  return {
    texts: byLocale(textIn),
    version: Math.max(0, ...rows.map((row) => row.version)),
  }
}
