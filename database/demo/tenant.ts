import { defaultPermissions, userTypes } from '../../contract/permissions/permissions.ts'
import { operatorFeatures } from '../../contract/tenants/new-tenant.ts'
import type { TenantPlan } from './plan.ts'

export function tenantRow(plan: TenantPlan, id: string, isOperator: boolean, openedAt: Date) {
  return {
    id,
    name: plan.name,
    description: plan.description,
    slug: plan.slug,
    product_name: plan.productName,
    id_prefix: plan.idPrefix,
    default_language: plan.defaultLanguage,
    available_languages: plan.availableLanguages,
    countries: plan.countries,
    phone_regex: plan.phoneRegex,
    postcode_regex: plan.postcodeRegex,
    subjects: plan.subjects,
    subject_details: plan.keptDetails,
    features: isOperator ? operatorFeatures : [],
    theme: { web: plan.theme },
    app_links: appLinks(plan.slug),
    date_format: { web: plan.dateFormat, mobile: plan.dateFormat },
    is_operator: isOperator,
    created_at: openedAt,
    updated_at: openedAt,
  }
}

/** The tenant answers at its slug; the default tenant also answers at hosts that belong to nobody. */
export function addressRows(slug: string, tenantId: string, isDefault: boolean) {
  const own = { kind: 'slug', address: slug, tenant_id: tenantId }
  return isDefault ? [own, { kind: 'default', address: '', tenant_id: tenantId }] : [own]
}

export function permissionRows(tenantId: string) {
  return userTypes.map((userType) => ({
    tenant_id: tenantId,
    user_type: userType,
    permissions: defaultPermissions[userType],
  }))
}

function appLinks(slug: string) {
  const links = {
    ios: `https://apps.apple.com/app/lateral-${slug}/id0000000000`,
    android: `https://play.google.com/store/apps/details?id=test.lateral.${slug}`,
  }
  return { local: links, production: links }
}
