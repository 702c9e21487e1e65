import { isOwnZoneKnown } from '../browser.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'

/** Above pages that show or take times: that these are in UTC, where the browser names no time zone that is known. */
export function ZoneNotice() {
  const t = useT()
  return isOwnZoneKnown() ? null : <Alert tone="notice">{t('shell:zoneUnknown')}</Alert>
}
