import type { Page } from 'playwright-core'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'
import { logInWith } from './log-in.ts'

/** Logs in as somebody else in another tab, which may be deaf: then no tab learns of it but from the server. */
export async function logInBeside(visit: Visit, as: UserType, isDeaf: boolean): Promise<Page> {
  const page = await visit.context.newPage()
  if (isDeaf) await page.addInitScript(neverTells)
  await page.goto(`${visit.origin}/login`)
  await logInWith({ page, t: visit.t }, emailOf(visit.tenant, as), demoPassword)
  await page.getByRole('navigation', { name: visit.t('shell:mainNavigation') }).waitFor()
  return page
}

/** Runs in the browser: keeps a tab from telling the others for whom it speaks, as if they slept. */
export function neverTells(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the storage that it is called of
  const store = Storage.prototype.setItem
  Storage.prototype.setItem = function setItem(key, value) {
    if (key !== 'lateral.speaker') store.call(this, key, value)
  }
}
