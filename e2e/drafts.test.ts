import type { Locator, Route } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword, emailOf } from './stage/demo.ts'
import { endSession } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { routeForNow } from './stage/route-for-now.ts'
import { checkState } from './stage/screen-checks.ts'
import type { Visit } from './stage/visit.ts'
import { devicePhoto } from './steps/device-photo.ts'
import { pass } from './steps/idle.ts'
import { expectFocus } from './steps/keyboard.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { logInWith, untilQuiet } from './steps/log-in.ts'
import {
  choosePlace,
  chooseSubject,
  fillInTest,
  forgetDraft,
  heading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

const minute = 60_000

journey(
  'a person who is logged out in the middle of a test can continue it, and nobody else can',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'group' })
    const { context, page, t } = nurse
    const email = 'idle-draft@journey.test'
    await context.clock.install()
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email, results: [] })
    await heading(nurse, 'recording:test.title').waitFor()
    await page.getByRole('radio', { name: t('results:positive') }).check({ force: true })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'device.jpg', mimeType: 'image/jpeg', buffer: await devicePhoto() })
    await page.getByText(t('recordingDetails:photo.attached', { name: 'device.jpg' })).waitFor()
    await expect.poll(() => page.evaluate(unsentKeys)).toEqual([])

    await pass(nurse, 14 * minute + 5000)
    await pass(nurse, 2 * minute)
    await page.waitForURL('**/login')
    await page.getByText(t('session:automatic')).waitFor()
    expect(await page.evaluate(storedInTab)).not.toContain(email)
    await context.clock.setSystemTime(Date.now())

    await logInWith(nurse, emailOf('harbour', 'clinical'), demoPassword)
    await heading(nurse, 'dashboard:latest').waitFor()
    await page
      .getByRole('link', { name: t('shell:recordTest') })
      .first()
      .click()
    // Another journey of this clinician may have left a test of its own, which is offered here.
    const begun = heading(nurse, 'recording:subject.title').or(heading(nurse, 'recording:place.title'))
    await begun.or(page.getByRole('button', { name: t('recording:draft.continue') })).waitFor()
    await expect.poll(() => page.getByText(email).count()).toBe(0)
    await context.clearCookies()

    await nurse.go('/login')
    await logInWith(nurse, emailOf('harbour', 'group'), demoPassword)
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: t('recording:draft.continue') }).click()
    await heading(nurse, 'recording:test.title').waitFor()
    await expect.poll(() => page.getByRole('radio', { name: t('results:positive') }).isChecked()).toBe(true)
    await page.getByText(t('recordingDetails:photo.attached', { name: 'device.jpg' })).waitFor()
    await proceed(nurse)
    await saveTest(nurse)
    await expectStoredOnce(nurse, email, await savedTestId(nurse))
    await nurse.go('/create-test')
    await heading(nurse, 'recording:subject.title').or(heading(nurse, 'recording:place.title')).waitFor()
  },
)

journey('a session that ended before Save loses nothing', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'provider' })
  const email = 'save-401@journey.test'
  const keys = watchKeys(nurse)
  await fillInTest(nurse, { email, results: ['negative'] })
  await expect.poll(() => nurse.page.evaluate(unsentKeys)).toEqual([])
  // The review asks whether the subject was tested recently.
  await untilQuiet(nurse)
  await endSession(nurse.port, 'harbour', nurse.cookies)
  await saveTest(nurse)
  await comeBack(nurse, 'provider', email)
  await saveTest(nurse)
  await expectStoredOnce(nurse, email, await savedTestId(nurse))
  expect(keys).toEqual([keys[0], keys[0]])
})

journey('a test that was stored when the session ended is not stored twice', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'organisation' })
  const email = 'stored-401@journey.test'
  const answered = async (route: Route) => {
    const { host, pathname } = new URL(route.request().url())
    const headers = { ...(await route.request().allHeaders()), host }
    return await route.fetch({ url: `http://127.0.0.1:${nurse.port}${pathname}`, headers })
  }
  const isStored = Promise.withResolvers<void>()
  const wasKept = Promise.withResolvers<void>()
  // The reply that the last step is kept as a draft comes after the test is stored.
  await nurse.page.route('**/api/v1/test-records/draft', async (route) => {
    if (!route.request().postData()?.includes('"positive"')) return await route.continue()
    const response = await answered(route)
    await isStored.promise
    await route.fulfill({ response })
    wasKept.resolve()
  })
  const isRefused = await routeForNow(nurse.page, '**/api/v1/test-records', async (route) => {
    isRefused()
    expect((await answered(route)).status()).toBe(201)
    isStored.resolve()
    await wasKept.promise
    await nurse.page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    await route.fulfill({ status: 401, json: { message: 'Log in', code: 'unauthenticated', requestId: 'r-1' } })
  })
  await fillInTest(nurse, { email, results: ['positive'] })
  await saveTest(nurse)
  await comeBack(nurse, 'organisation', email)
  await saveTest(nurse)
  await expectStoredOnce(nurse, email, await savedTestId(nurse))
})

journey(
  'without a network the test stays in the tab, which says so, and is kept when it is back',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'meadow', as: 'provider' })
    const { context, page, t } = nurse
    await openRecording(nurse)
    await choosePlace(nurse)
    await context.setOffline(true)
    await page.getByLabel('Tag').fill('OFFLINE-1')
    await page.getByText(t('recording:draft.offline')).waitFor()
    await expect.poll(() => page.evaluate(unsentKeys)).toHaveLength(1)
    await context.setOffline(false)
    await page.getByText(t('recording:draft.offline')).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(unsentKeys)).toEqual([])
  },
)

journey('a test that is kept for later is offered, and can be discarded', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'group' })
  const { page, t } = nurse
  await fillInTest(nurse, { customIds: ['LATER-1', 'HERD-9'], results: ['negative'] })
  await page
    .getByRole('link', { name: t('shell:page.dashboard'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('recording:leave.keep') }).click()
  await page.getByText('LATER-1 · HERD-9').waitFor()
  await page.getByRole('button', { name: t('recording:draft.continue') }).waitFor()
  await checkState(nurse, 'draft-offer')
  const offer = page.getByText('LATER-1 · HERD-9')
  await expectNothingBefore(nurse, offer)
  await expectFocus(offer)
  await nurse.go('/create-test')
  await expectFocus(offer)
  await nurse.go('/')
  await expectFocus(offer)
  await page.getByRole('button', { name: t('recording:draft.discard') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('recording:draft.discard') })
    .click()
  await offer.waitFor({ state: 'detached' })
  await expectFocus(page.locator('[data-page-heading]'))
  await nurse.go('/create-test')
  await heading(nurse, 'recording:subject.titleOther').or(heading(nurse, 'recording:place.title')).waitFor()
  await forgetDraft(nurse)
})

/** Content below an offer must not appear before it, because the offer would push it down. */
async function expectNothingBefore({ page }: Visit, offer: Locator): Promise<void> {
  const isAsked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const isHeld = await routeForNow(page, '**/api/v1/test-records/draft', async (route) => {
    isHeld()
    isAsked.resolve()
    await mayAnswer.promise
    await route.continue()
  })
  const figures = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/dashboard')
  await page.reload()
  await Promise.all([figures, isAsked.promise])
  const title = page.locator('main h1')
  await expect.poll(() => title.count()).toBe(0)
  mayAnswer.resolve()
  await title.waitFor()
  await expect.poll(() => offer.isVisible()).toBe(true)
}

/** The storage keys of drafts that only this tab has. Runs in the browser. */
function unsentKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith('lateral.unsent:'))
}

/** All values in the storage. Runs in the browser. */
function storedInTab(): string {
  return JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
}

/** The idempotency keys of the attempts to save, as they are sent. */
function watchKeys({ page }: Visit): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/test-records')) {
      keys.push(request.headers()['idempotency-key'])
    }
  })
  return keys
}

async function comeBack(nurse: Visit, userType: 'provider' | 'organisation', email: string): Promise<void> {
  await nurse.page.waitForURL('**/login?redirect=**')
  await nurse.page.getByText(nurse.t('session:expired'), { exact: true }).waitFor()
  await logInWith(nurse, emailOf('harbour', userType), demoPassword)
  await heading(nurse, 'recording:review.title').waitFor()
  await nurse.page.locator('main').getByText(email, { exact: true }).first().waitFor()
}

async function expectStoredOnce(nurse: Visit, email: string, testId: string): Promise<void> {
  await searchTests(nurse, email)
  await recordLink(nurse, testId).waitFor()
  await nurse.page.getByText(nurse.t('testRecords:count', { count: 1 }), { exact: true }).waitFor()
}
