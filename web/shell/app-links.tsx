import { usePreferences } from '../tenants/queries.ts'
import { AppBadges } from '../ui/app-badges.tsx'

/** Links to the mobile app, as far as the tenant has one. */
export function AppLinks() {
  const { appLinks } = usePreferences()
  return appLinks.ios === null && appLinks.android === null ? null : <AppBadges {...appLinks} />
}
