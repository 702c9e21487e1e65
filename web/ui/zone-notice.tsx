import { isOwnZoneKnown } from '../browser.ts'
import { Alert } from './alert.tsx'
import { useT } from './phrases.ts'

/** Tells above pages with times that these are in UTC, if the browser names no known time zone. */
export function ZoneNotice() {
  const t = useT()
  return isOwnZoneKnown() ? null : <Alert tone="notice">{t('shell:zoneUnknown')}</Alert>
}
