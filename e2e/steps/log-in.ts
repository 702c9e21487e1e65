import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import { endSession, startSession } from '../stage/http.ts'
import type { AnyVisit } from '../stage/screen.ts'
import { languageOf } from '../../contract/locales.ts'
import type { Visit } from '../stage/visit.ts'

/**
 * Fills in the login form on the screen and submits it. An earlier journey may have left the account in another
 * language, so it first gets that of the visit.
 */
export async function logIn(visit: Visit, userType: UserType): Promise<void> {
  const { port, tenant, locale } = visit
  await endSession(port, tenant, await startSession(port, tenant, userType, languageOf(locale)))
  await logInWith(visit, emailOf(tenant, userType), demoPassword)
}

/**
 * Opens a page that sends no requests by itself, for a user who is about to be logged out elsewhere and should learn it
 * from a click. The dashboard's and the lists' own requests might lead to the login page earlier.
 */
export async function openQuietPage(visit: Visit): Promise<void> {
  await visit.go('/own-user')
  await visit.page.getByRole('heading', { name: visit.t('ownAccount:title'), exact: true }).waitFor()
  await untilQuiet(visit)
}

/**
 * Waits until all requests of the page have been answered and it sends no more. That an answer leads to no further request
 * shows only in that none follows for a while.
 */
export async function untilQuiet({ page, unanswered }: Visit): Promise<void> {
  await expect
    .poll(async () => {
      const isQuiet = unanswered.size === 0
      await page.waitForTimeout(300)
      return isQuiet && unanswered.size === 0
    })
    .toBe(true)
}

/**
 * Clicks a link without hovering over it, because that would preload its page, and reveal before the click that the
 * session has ended.
 */
export async function clickAtOnce(link: Locator): Promise<void> {
  await link.dispatchEvent('click')
}

/** Fills in the login form on the screen with these credentials, and submits it. */
export async function logInWith(
  { page, t }: Pick<AnyVisit, 'page' | 't'>,
  email: string,
  password: string,
): Promise<void> {
  await page.getByLabel(t('fields:email'), { exact: true }).fill(email)
  await page.getByLabel(t('fields:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
