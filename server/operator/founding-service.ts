import { builtInTerms } from '../../contract/own-account/user.ts'
import { v7 as newId } from 'uuid'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { defaultLocale, languageOf, locales, type Language } from '../../contract/locales.ts'
import {
  newTenantFeatures,
  operatorFeatures,
  operatorSlug,
  usualIdPrefix,
  type NewOperator,
  type NewTenant,
} from '../../contract/tenants/new-tenant.ts'
import { usualTheme, type SubjectSettings } from '../../contract/tenants/preferences.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope, Tenant } from '../access/scope.ts'
import { newToken } from '../access/sessions/tokens.ts'
import { insertStaff, insertToken } from '../accounts/service.ts'
import { addStarterAssays } from '../assays/service.ts'
import { addGroup } from '../groups/service.ts'
import { queueMessage } from '../messages/service.ts'
import { addOrganisation } from '../organisations/service.ts'
import { duplicate } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { insertTenant, isOperatorsTenant, takeAddress } from '../tenants/service.ts'

/** Invites somebody by mail, or returns the token of their link to the caller. */
export type InviteBy = 'mail' | 'token'

/** The token that opens `/verify-new` for the invited user; null when a mail contains it. */
export interface Invited {
  token: string | null
}

/**
 * Makes a tenant that is ready to record tests, and invites its first administrator. The first tenant of an
 * installation also answers at hosts that belong to no tenant. Throws `duplicate` for a slug in use.
 */
export async function createTenant(door: Door, form: NewTenant, inviteBy: InviteBy): Promise<Invited> {
  return await door.enterNewTenant(newTenantOf(form), newId(), (scope) => foundTenant(scope, form, inviteBy))
}

/** Returns a new tenant with its initial settings and a new id. */
export function newTenantOf({ slug, language, kind }: Pick<NewTenant, 'slug' | 'language' | 'kind'>): Tenant {
  return tenantOf(slug, { language, kind })
}

/** Fills the new tenant, which the scope has entered. Only the audit trail tells who founded it. */
export async function foundTenant(inside: Scope, form: NewTenant, inviteBy: InviteBy): Promise<Invited> {
  await found(inside, { name: form.name, kind: form.kind, countries: [form.country] })
  await takeAddress(inside, { kind: 'default', address: '' })
  await addStarterAssays(inside)
  await addFirstPlace(inside, form.name)
  return await invite(inside, { ...form, userType: 'tenant', lang: languageOf(form.language) }, inviteBy)
}

/** Invites an operator. The first one also founds the operator's own tenant. Throws `duplicate` for an email in use. */
export async function createOperator(
  door: Door,
  operatorTenantId: string | null,
  form: NewOperator,
  inviteBy: InviteBy,
): Promise<Invited> {
  const operator = { ...form, userType: 'unlimited' } as const
  if (operatorTenantId !== null) {
    return await door.enterTenant(operatorTenantId, newId(), async (scope) => {
      if (!(await isOperatorsTenant(scope))) throw duplicate('slug', 'slugTaken')
      return await invite(scope, operator, inviteBy)
    })
  }
  const founded = tenantOf(operatorSlug, { language: defaultLocale, kind: 'human' })
  return await door.enterNewTenant(founded, newId(), async (scope) => {
    await found(scope, { name: 'Lateral', kind: 'human', isOperator: true })
    return await invite(scope, operator, inviteBy)
  })
}

function tenantOf(
  slug: string,
  { language, kind }: { language: NewTenant['language']; kind: SubjectSettings['kind'] },
): Tenant {
  return {
    id: newId(),
    version: 1,
    slug,
    status: 'active',
    isOperator: slug === operatorSlug,
    defaultLanguage: language,
    availableLanguages: [language],
    termsVersion: builtInTerms,
    features: slug === operatorSlug ? operatorFeatures : newTenantFeatures,
    idPrefix: usualIdPrefix,
    subjectKind: kind,
    assayId: null,
    sendsResultsAtOnce: false,
    subjectDetails: [],
    identifiesBy: 'email',
  }
}

async function found(
  scope: Scope,
  of: { name: string; kind: SubjectSettings['kind']; countries?: NewTenant['country'][]; isOperator?: boolean },
): Promise<void> {
  const { tenant } = scope
  const { isOperator = false } = of
  const isInserted = await insertTenant(scope, {
    name: of.name,
    slug: tenant.slug,
    product_name: of.name,
    id_prefix: tenant.idPrefix,
    default_language: tenant.defaultLanguage,
    available_languages: isOperator ? [...locales] : [...tenant.availableLanguages],
    ...(of.countries && { countries: of.countries }),
    subjects: JSON.stringify(
      of.kind === 'human'
        ? { kind: of.kind, customId1: 'Custom ID 1', customId2: 'Custom ID 2' }
        : { kind: of.kind, customId1: 'Tag', customId2: 'Herd' },
    ),
    features: [...tenant.features],
    theme: JSON.stringify({ web: usualTheme }),
    app_links: '{}',
    date_format: '{}',
    is_operator: isOperator,
  })
  const isFree = isInserted && (await takeAddress(scope, { kind: 'slug', address: tenant.slug }))
  if (!isFree) throw duplicate('slug', 'slugTaken')
  await recordDone(scope, 'tenant.created', tenant.id)
}

/**
 * Adds one organisation with the tenant's name and one group, so that recording a test asks for no place until there
 * are more.
 */
async function addFirstPlace(inside: Scope, name: string): Promise<void> {
  const t = wordsIn(inside.tenant.defaultLanguage)
  const unsaid = { description: null, location: null, phone: null }
  const organisationId = await addOrganisation(inside, { name, ...unsaid, npi: null, address: null })
  await addGroup(inside, {
    organisationId,
    name: t('operator:create.firstGroup'),
    ...unsaid,
    labName: null,
    labAddress: null,
    clia: null,
    orderingProvider: null,
    twoReaders: false,
  })
}

async function invite(
  scope: Scope,
  { fullName, email, userType, lang }: { fullName: string; email: string; userType: UserType; lang: Language },
  inviteBy: InviteBy,
): Promise<Invited> {
  const placement = { userType, organisationId: null }
  // The founder is no user of the new tenant, so the inviter stays empty.
  const id = newId()
  const isNew = await insertStaff({ ...scope, actor: null }, id, { fullName, email, lang, ...placement })
  if (!isNew) throw duplicate('email', 'emailRegistered')
  await recordDone(scope, 'user.invited', id, placement)
  if (inviteBy === 'mail') {
    await queueMessage(scope, { template: 'staff-invitation', user: { id, email, lang }, beyond: 'refuse' })
    return { token: null }
  }
  const token = newToken()
  await insertToken(scope, { userId: id, email, purpose: 'set-up', token })
  return { token }
}
