/** The tabs of a tenant's page in display order: the last segment of the address, and the title. */
export const tenantTabs = [
  { path: 'general', title: 'shell:page.tenantGeneral' },
  { path: 'branding', title: 'shell:page.tenantBranding' },
  { path: 'languages', title: 'shell:page.tenantLanguages' },
  { path: 'subjects', title: 'shell:page.tenantSubjects' },
  { path: 'limits', title: 'shell:page.tenantLimits' },
  { path: 'app-links', title: 'shell:page.tenantAppLinks' },
  { path: 'permissions', title: 'shell:page.tenantPermissions' },
  { path: 'policies', title: 'shell:page.tenantPolicies' },
] as const
export type TenantTab = (typeof tenantTabs)[number]['path']
