import type { Body } from '../../contract/endpoint.ts'
import type { updateMyDetails } from '../../contract/own-account/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import { localeFor, type Language } from '../../contract/locales.ts'
import { recordDone } from '../access/audit/audit.ts'
import { atHome } from '../access/door/other-tenant.ts'
import type { ActorScope } from '../access/scope.ts'
import { getUser, updateAccount, updateTerms } from '../accounts/service.ts'
import { Failure } from '../platform/failure.ts'
import { getTenantName, readPhoneOf } from '../tenants/service.ts'

export { readErasureList, writeBackup, type Erasure, type ErasureList } from './erasure-list.ts'
export { eraseAgain, listKeptErasures, requeueErasures } from './erasures-service.ts'

/**
 * Returns the actor. For an operator who has entered a tenant's records, includes that tenant and the permissions
 * there.
 */
export async function getMe(scope: ActorScope): Promise<User> {
  const { id, permissions, entry } = scope.actor
  const user = await atHome(scope, (home) => getUser(home, id))
  if (entry?.endsAt == null) return user
  const tenant = { id: scope.tenant.id, name: await getTenantName(scope) }
  const { assayId } = scope.tenant
  return {
    ...user,
    permissions: [...permissions],
    tenant,
    assay_id: assayId,
    entry: { endsAt: entry.endsAt.toISOString() },
  }
}

/**
 * Changes name and mobile number. Throws `stale-version`, and `validation` for a number that the tenant does not
 * accept.
 */
export async function changeDetails(
  scope: ActorScope,
  { fullName, mobile: typed }: Body<typeof updateMyDetails>,
  version: number,
): Promise<User> {
  const mobile = await readPhoneOf(scope, 'mobile', typed)
  const before = await getUser(scope, scope.actor.id)
  const isSaved = await updateAccount(scope, scope.actor.id, { full_name: fullName, mobile }, version)
  if (!isSaved) throw new Failure('stale-version')
  const after = await getUser(scope, scope.actor.id)
  await recordDone(scope, 'user.details', scope.actor.id, {
    changed: (['fullName', 'mobile'] as const).filter((field) => before[field] !== after[field]),
  })
  return after
}

/** Changes the language, and replies in the new one. */
export async function changeLang(scope: ActorScope, lang: Language): Promise<User> {
  await updateAccount(scope, scope.actor.id, { lang })
  await recordDone(scope, 'user.lang', scope.actor.id, { from: scope.actor.lang, to: lang })
  const { availableLanguages, defaultLanguage } = scope.tenant
  return getUser({ ...scope, locale: localeFor(lang, availableLanguages, defaultLanguage) }, scope.actor.id)
}

/** Accepts the terms in force. Throws `stale-version` when another `version` was read. */
export async function acceptTerms(scope: ActorScope, version: string | undefined): Promise<User> {
  const { termsVersion } = scope.tenant
  if (version !== undefined && version !== termsVersion) throw new Failure('stale-version')
  await updateTerms(scope)
  await recordDone(scope, 'user.terms', scope.actor.id, { version: termsVersion })
  return getUser(scope, scope.actor.id)
}
