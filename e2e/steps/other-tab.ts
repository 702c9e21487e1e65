import type { Page } from 'playwright-core'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'
import { logInWith } from './log-in.ts'

/** Logs in as somebody else in another tab. If that is deaf, other tabs can only learn of it from the server. */
export async function logInBeside(visit: Visit, as: UserType, isDeaf: boolean): Promise<Page> {
  const page = await visit.context.newPage()
  if (isDeaf) await page.addInitScript(neverTells)
  await page.goto(`${visit.origin}/login`)
  await logInWith({ page, t: visit.t }, emailOf(visit.tenant, as), demoPassword)
  await page.getByRole('navigation', { name: visit.t('shell:mainNavigation') }).waitFor()
  return page
}

/** Prevents a tab from telling the others about its user, as if they slept. Runs in the browser. */
export function neverTells(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own storage
  const store = Storage.prototype.setItem
  Storage.prototype.setItem = function setItem(key, value) {
    if (key !== 'lateral.speaker') store.call(this, key, value)
  }
}
