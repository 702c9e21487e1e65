import { everyLocale } from '../../contract/phrases/every-locale.ts'
import { translate } from '../../contract/phrases/translate.ts'
import { tenants } from '../stage/demo.ts'
import type { AnyVisit } from '../stage/screen.ts'
import { DrivenPage } from './driven-page.ts'
import type { RunningBrowser } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export const engines = { Firefox: startFirefox, WebKit: startWebKit }

/** A visit with a browser's page, on the host of the tenant `harbour` at this port. */
export function visitIn({ driver, complaints }: RunningBrowser, port: number): AnyVisit {
  const tenant = 'harbour'
  const { locale } = tenants[tenant]
  const origin = `http://${tenant}.localhost:${port}`
  return {
    page: new DrivenPage(driver),
    port,
    tenant,
    locale,
    origin,
    complaints,
    t: (key, values) => translate(everyLocale[locale], locale, key, values),
    go: (address) => driver.open(origin + address),
  }
}
