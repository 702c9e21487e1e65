import { usePreferences } from './preferences.ts'
import { AppBadges } from '../ui/app-badges.tsx'

export function AppLinks() {
  const { appLinks } = usePreferences()
  return appLinks.ios === null && appLinks.android === null ? null : <AppBadges {...appLinks} />
}
