import type { ComponentType } from 'react'
import { alsoSay } from '../ui/phrases.ts'
import type { TenantTab } from './tabs.ts'

/**
 * The components of the tabs of a tenant's page, with the phrases that only one tab says. Loaded with the first tab, so that no
 * other page carries their addresses.
 */
export const tabPages: Record<TenantTab, () => Promise<ComponentType>> = {
  general: async () => (await import('./general-tab.tsx')).GeneralTab,
  branding: async () => (await Promise.all([import('./branding-tab.tsx'), alsoSay('branding')]))[0].BrandingTab,
  languages: async () => (await import('./languages-tab.tsx')).LanguagesTab,
  subjects: async () => (await Promise.all([import('./subjects-tab.tsx'), alsoSay('personDetails')]))[0].SubjectsTab,
  limits: async () => (await import('./limits-tab.tsx')).LimitsTab,
  'app-links': async () => (await import('./app-links-tab.tsx')).AppLinksTab,
  permissions: async () =>
    (await Promise.all([import('./permissions-tab.tsx'), alsoSay('permissions')]))[0].PermissionsTab,
  policies: async () => (await Promise.all([import('./policies-tab.tsx'), alsoSay('publishing')]))[0].PoliciesTab,
}
