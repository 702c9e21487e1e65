import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword, emailOf } from './stage/demo.ts'
import { startSession } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { expectFocus, pressAlone, pressEnterOnceFocused, tabTo, pauseToRead, typeByHand } from './steps/keyboard.ts'
import { exportButton, recordLink, searchField } from './steps/list.ts'
import { forgetDraft, heading, savedTestId } from './steps/record-test.ts'

journey('the whole day’s work can be done by keyboard alone', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour' })
  const { page, t } = user
  await forgetDraft({ ...user, cookies: await startSession(user.port, 'harbour', 'provider', 'en') })
  await user.go('/login')
  await page.getByLabel(t('fields:email'), { exact: true }).waitFor()
  await tabTo(page, page.getByLabel(t('fields:email'), { exact: true }))
  await typeByHand(page, emailOf('harbour', 'provider'))
  await tabTo(page, page.getByLabel(t('fields:password'), { exact: true }))
  await typeByHand(page, demoPassword)
  await page.keyboard.press('Enter')
  await heading(user, 'dashboard:latest').waitFor()

  await skipToContent(user)
  expect(await recordByKeys(user), 'presses of Tab while recording').toBeLessThanOrEqual(2)
  const testId = await savedTestId(user)
  await expectFocus(page.getByLabel(t('recording:saved.next')))
  await tabTo(page, page.getByRole('link', { name: t('recording:saved.list') }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { level: 1, name: t('testRecords:title') }))

  await tabTo(page, searchField(user))
  await typeByHand(page, testId)
  await page.waitForURL((url) => url.searchParams.get('search') === testId)
  await tabTo(page, recordLink(user, testId))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('complementary').getByRole('heading', { name: testId }))
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: testId }).waitFor({ state: 'detached' })
  await expectFocus(recordLink(user, testId))

  await tabTo(page, exportButton(user), 'Shift+Tab')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: t('lists:file.xlsx') }))
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)
  await expectFocus(exportButton(user))
})

/** Follows the skip link, which is the first Tab stop of every page. */
async function skipToContent({ page, t }: Visit): Promise<void> {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell:skipToContent') })
  await expectFocus(skip)
  expect((await skip.boundingBox())?.height).toBeGreaterThan(20)
  await page.keyboard.press('Enter')
  await expectFocus(page.locator('main'))
}

/** Records a test by keyboard; returns the number of Tab presses between the link and the end. */
async function recordByKeys(user: Visit): Promise<number> {
  const { page, t } = user
  await tabTo(page, page.getByRole('link', { name: t('shell:recordTest') }).first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await heading(user, 'recording:place.title').waitFor()
  await expectFocus(page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await heading(user, 'recording:subject.title').waitFor()
  await expectFocus(page.getByLabel(t('fields:email')))
  await typeByHand(page, 'keyboard@journey.test')
  await page.keyboard.press('Enter')
  const toCreate = await tabTo(page, page.getByRole('button', { name: t('recording:subject.create') }))
  await page.keyboard.press('Enter')
  await heading(user, 'recording:subject.createTitle').waitFor()
  await expectFocus(page.getByLabel(t('fields:email')))
  const toBirth = await tabTo(page, page.getByLabel(t('fields:dateOfBirth')))
  await typeByHand(page, '05/03/1980')
  await page.keyboard.press('Enter')

  await heading(user, 'recording:test.title').waitFor()
  await expectFocus(page.getByRole('radio').first())
  await pressAlone(page, '2')
  const negative = page.getByRole('radio', { name: t('results:negative') }).first()
  await expect.poll(() => negative.isChecked()).toBe(true)
  const proceed = page.getByRole('button', { name: t('recording:continue') })
  await expectFocus(proceed)
  expect(await isInView(proceed)).toBe(true)
  // The review is there to be read: only an Enter after a moment saves.
  await pressEnterOnceFocused(page, user.t('recording:review.title'))
  await page.keyboard.press('Enter')
  await expectFocus(heading(user, 'recording:review.title'))
  const save = page.getByRole('button', { name: t('recording:review.save') })
  expect(await isInView(save)).toBe(true)
  await pauseToRead(page)
  await expectFocus(heading(user, 'recording:review.title'))
  await page.keyboard.press('Enter')
  return toCreate + toBirth
}

/** True if the whole element is on the screen, as far as it has been scrolled. */
async function isInView(target: Locator): Promise<boolean> {
  return await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}
