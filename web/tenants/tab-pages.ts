import type { ComponentType } from 'react'
import type { TenantTab } from './tabs.ts'

/**
 * The components of the tabs of a tenant's page. Loaded with the first tab, so that no other page carries their
 * addresses.
 */
export const tabPages: Record<TenantTab, () => Promise<ComponentType>> = {
  general: async () => (await import('./general-tab.tsx')).GeneralTab,
  branding: async () => (await import('./branding-tab.tsx')).BrandingTab,
  languages: async () => (await import('./languages-tab.tsx')).LanguagesTab,
  subjects: async () => (await import('./subjects-tab.tsx')).SubjectsTab,
  limits: async () => (await import('./limits-tab.tsx')).LimitsTab,
  'app-links': async () => (await import('./app-links-tab.tsx')).AppLinksTab,
  permissions: async () => (await import('./permissions-tab.tsx')).PermissionsTab,
  policies: async () => (await import('./policies-tab.tsx')).PoliciesTab,
}
