import { canViewAppDownloads } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { AppLinks } from './app-links.tsx'

/** Where to get the mobile app, for patients and clinicians (spec §6). */
export function AppBadges() {
  return canViewAppDownloads(useHolder().userType) ? <AppLinks /> : null
}
