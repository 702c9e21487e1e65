import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import { endSession, startSession } from '../stage/http.ts'
import type { AnyVisit } from '../stage/screen.ts'
import { languageOf, type Visit } from '../stage/visit.ts'

/**
 * Fills in the login form that is on the screen and sends it. The account may have been left in another language by
 * an earlier journey; it gets that of the visit first.
 */
export async function logIn(visit: Visit, userType: UserType): Promise<void> {
  const { port, tenant, locale } = visit
  await endSession(port, tenant, await startSession(port, tenant, userType, languageOf(locale)))
  await logInWith(visit, emailOf(tenant, userType), demoPassword)
}

/**
 * Opens a page that asks for nothing by itself, for somebody who is about to be logged out from elsewhere and to learn it from a click.
 * The dashboard asks what is new every few seconds, and a list for its total: they might lead to the login page before.
 */
export async function openQuietPage(visit: Visit): Promise<void> {
  await visit.go('/own-user')
  await visit.page.getByRole('heading', { name: visit.t('ownAccount:title'), exact: true }).waitFor()
  await untilQuiet(visit)
}

/** Waits until the page has been answered all that it asked, and asks nothing more. */
export async function untilQuiet({ page, unanswered }: Visit): Promise<void> {
  await expect
    .poll(async () => {
      const isQuiet = unanswered.size === 0
      await page.waitForTimeout(300)
      return isQuiet && unanswered.size === 0
    })
    .toBe(true)
}

/** Clicks a link without pointing at it before: that would load its page ahead, and learn before the click that the session has ended. */
export async function clickAtOnce(link: Locator): Promise<void> {
  await link.dispatchEvent('click')
}

/** Fills in the login form that is on the screen with these, and sends it. */
export async function logInWith(
  { page, t }: Pick<AnyVisit, 'page' | 't'>,
  email: string,
  password: string,
): Promise<void> {
  await page.getByLabel(t('session:email'), { exact: true }).fill(email)
  await page.getByLabel(t('session:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
