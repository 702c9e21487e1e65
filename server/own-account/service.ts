import type { Body } from '../../contract/endpoint.ts'
import type { updateMyDetails } from '../../contract/own-account/endpoints.ts'
import { termsVersion, type User } from '../../contract/own-account/user.ts'
import { localeFor, type Language } from '../../contract/rules/formats.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { recordAudit } from '../access/audit.ts'
import { Failure } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { readMobileOf } from '../tenants/service.ts'
import { findUser, updateDetails, updateLang, updateTerms, type UserRow } from './repository.ts'

/** A user as the web app holds the logged-in one. Throws `not-found`. */
export async function getUser(scope: Scope, userId: string): Promise<User> {
  const row = await findUser(scope, userId)
  if (row === undefined) throw new Failure('not-found')
  return toUser(scope, row)
}

/** Changes name and mobile number. Throws `stale-version`, and `validation` for a number that the tenant does not accept. */
export async function changeDetails(
  scope: ActorScope,
  { fullName, mobile: typed }: Body<typeof updateMyDetails>,
  version: number,
): Promise<User> {
  const mobile = await readMobileOf(scope, typed)
  const before = await getUser(scope, scope.actor.id)
  if (!(await updateDetails(scope, { fullName, mobile }, version))) throw new Failure('stale-version')
  const after = await getUser(scope, scope.actor.id)
  await recordAudit(scope, {
    action: 'user.details',
    resourceType: 'user',
    resourceId: scope.actor.id,
    details: { changed: (['fullName', 'mobile'] as const).filter((field) => before[field] !== after[field]) },
  })
  return after
}

/** Changes the language, and answers in the new one. */
export async function changeLang(scope: ActorScope, lang: Language): Promise<User> {
  await updateLang(scope, lang)
  await recordAudit(scope, {
    action: 'user.lang',
    resourceType: 'user',
    resourceId: scope.actor.id,
    details: { from: scope.actor.lang, to: lang },
  })
  const { availableLanguages, defaultLanguage } = scope.tenant
  return getUser({ ...scope, locale: localeFor(lang, availableLanguages, defaultLanguage) }, scope.actor.id)
}

export async function acceptTerms(scope: ActorScope): Promise<User> {
  await updateTerms(scope, termsVersion)
  await recordAudit(scope, {
    action: 'user.terms',
    resourceType: 'user',
    resourceId: scope.actor.id,
    details: { version: termsVersion },
  })
  return getUser(scope, scope.actor.id)
}

function toUser({ locale }: Scope, row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    userType: { name: row.user_type, displayName: wordsIn(locale)(`userTypes:${row.user_type}`) },
    permissions: row.permissions ?? [],
    termsAccepted: row.terms_accepted_version === termsVersion,
    groups: row.groups,
    organisation: row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    tenant: { id: row.tenant_id, name: row.tenant_name },
    lang: row.lang,
    assay_id: row.assay_id,
    emailVerification: row.email_verified_at === null ? 'unverified' : 'verified',
    // Whoever has left has no session to ask with.
    status: row.status === 'active' ? 'active' : 'suspended',
    lastLogin: row.last_login_at?.toISOString() ?? null,
    invitedBy: row.invited_by_name,
    invitedWhen: row.invited_at?.toISOString() ?? null,
    dateOfBirth: row.date_of_birth,
    mobile: row.mobile,
    version: row.version,
  }
}
