import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { untilQuiet } from './steps/log-in.ts'
import {
  choosePlace,
  chooseSubject,
  enterTest,
  fillInTest,
  forgetDraft,
  heading,
  openMoreDetails,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

journey('a test survives a lost network and is stored once', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const email = 'offline@journey.test'
  await fillInTest(nurse, { email, results: ['negative'] })
  await nurse.context.setOffline(true)
  for (const _attempt of [1, 2]) {
    await saveTest(nurse)
    await nurse.page.getByText('No internet connection. Please try again.').waitFor()
  }
  await expectOnReview(nurse, email)
  await nurse.context.setOffline(false)
  await saveTest(nurse)
  await expectStoredOnce(nurse, email, await savedTestId(nurse))
})

journey('a reply that is lost on its way back does not store the test twice', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const email = 'lost-reply@journey.test'
  await fillInTest(nurse, { email, results: ['positive'] })
  const keys: (string | undefined)[] = []
  await nurse.page.route('**/api/v1/test-records', async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? undefined)
    if (keys.length > 1) return await route.continue()
    const { host } = new URL(nurse.origin)
    const headers = { ...(await route.request().allHeaders()), host }
    const stored = await route.fetch({ url: `http://127.0.0.1:${nurse.port}/api/v1/test-records`, headers })
    expect(stored.status()).toBe(201)
    await route.abort('connectionreset')
  })
  await saveTest(nurse)
  await nurse.page.getByText('No internet connection. Please try again.').waitFor()
  await saveTest(nurse)
  const testId = await savedTestId(nurse)
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  await expectStoredOnce(nurse, email, testId)
})

journey('pressing Save twice stores one test', async ({ visit }) => {
  const nurse = await visit({ tenant: 'cascade', as: 'clinical', locale: 'es_MX' })
  const email = 'twice@journey.test'
  await fillInTest(nurse, { email, results: ['negative', 'negative', 'negative'] })
  await nurse.page.getByRole('button', { name: nurse.t('recording:review.save') }).dblclick()
  await expectStoredOnce(nurse, email, await savedTestId(nurse))
})

journey('a reload in the middle keeps the entered data', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  nurse.page.on('dialog', (dialog) => void dialog.accept())
  const email = 'reload@journey.test'
  const lot = nurse.page.getByLabel(nurse.t('fields:lot'))
  const location = nurse.page.getByLabel(nurse.t('fields:location'))
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { email, results: [] })
  await heading(nurse, 'recording:test.title').waitFor()
  await openMoreDetails(nurse)
  await lot.fill('LOT-77')
  await location.fill('Room 4')
  await nurse.page.reload()
  await heading(nurse, 'recording:test.title').waitFor()
  await expect.poll(() => lot.inputValue()).toBe('LOT-77')
  await expect.poll(() => location.inputValue()).toBe('Room 4')

  await enterTest(nurse, { results: ['inconclusive'] })
  await nurse.page.reload()
  await expectOnReview(nurse, email)
  await nurse.page.getByText('LOT-77').waitFor()
  await saveTest(nurse)
  await expectStoredOnce(nurse, email, await savedTestId(nurse))
})

journey('a person who continues later is at the open step, until they go on from there', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const { page, t } = nurse
  const email = 'goes-on@journey.test'
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { email, results: [] })
  await heading(nurse, 'recording:test.title').waitFor()
  // The step cannot be left without a result, but its date and time are now entered.
  await proceed(nurse)
  await untilQuiet(nurse)
  await page
    .getByRole('link', { name: t('shell:page.testRecords'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('recording:leave.keep') }).click()
  await page.waitForURL('**/test-records*')
  await nurse.go('/create-test')
  await page.getByRole('button', { name: t('recording:draft.continue') }).click()
  await heading(nurse, 'recording:test.title').waitFor()
  await page
    .getByRole('radio', { name: t('results:negative') })
    .first()
    .check({ force: true })
  // The step stays until the user goes on.
  await page.getByRole('button', { name: t('recording:continue') }).waitFor()
  expect(new URL(page.url()).searchParams.get('step')).toBe('test')
  await proceed(nurse)
  await expectOnReview(nurse, email)
  await forgetDraft(nurse)
})

journey('leaving half-way asks first, and the next test starts empty at the same place', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
  await fillInTest(nurse, { customIds: ['LEAVE-1', 'HERD-9'], results: ['negative'] })
  const tests = nurse.page.getByRole('link', { name: nurse.t('shell:page.testRecords'), exact: true }).first()
  await tests.click()
  await nurse.page.getByRole('button', { name: nurse.t('recording:leave.stay') }).click()
  await saveTest(nurse)
  await savedTestId(nurse)
  await nurse.page.getByRole('button', { name: nurse.t('recording:saved.another') }).click()
  await heading(nurse, 'recording:subject.titleOther').waitFor()
  await expect.poll(() => nurse.page.getByLabel('Tag').inputValue()).toBe('')
  await nurse.page.getByLabel('Tag').fill('LEAVE-2')
  await tests.click()
  await nurse.page.getByRole('button', { name: nurse.t('recording:leave.discard') }).click()
  await nurse.page.waitForURL('**/test-records')
})

async function expectOnReview(nurse: Visit, email: string): Promise<void> {
  await heading(nurse, 'recording:review.title').waitFor()
  await nurse.page.locator('main').getByText(email, { exact: true }).first().waitFor()
}

async function expectStoredOnce(nurse: Visit, email: string, testId: string): Promise<void> {
  await searchTests(nurse, email)
  await recordLink(nurse, testId).waitFor()
  await nurse.page.getByText(nurse.t('testRecords:count', { count: 1 }), { exact: true }).waitFor()
}
