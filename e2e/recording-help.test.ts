import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import {
  chooseSubject,
  enterTest,
  heading,
  openRecording,
  proceed,
  lookupHeading,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'
import type { Visit } from './stage/visit.ts'

journey(
  'who is known in another group is tested here, and a second test within minutes is warned of',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'provider' })
    const { page, t } = nurse
    const email = 'known-elsewhere@journey.test'
    const first = await chooseGroup(nurse, 0)
    await chooseSubject(nurse, { email, results: [] })
    await enterTest(nurse, { results: ['positive'] })
    await saveTest(nurse)
    const testId = await savedTestId(nurse)

    await chooseGroup(nurse, 1)
    await page.getByLabel(t('fields:email')).fill(email)
    await page.keyboard.press('Enter')
    await page.getByText(t('recording:subject.knownTitle', { group: first }), { exact: true }).waitFor()
    await checkState(nurse, 'known-elsewhere')
    await page.getByRole('button', { name: t('recording:subject.testHere') }).click()
    await heading(nurse, 'recording:subject.found').waitFor()
    await proceed(nurse)
    await enterTest(nurse, { results: ['negative'] })
    await page.getByText(testId).waitFor()
    await checkState(nurse, 'recent-test')
    await saveTest(nurse)
    expect(await savedTestId(nurse)).not.toBe(testId)
  },
)

journey('a page that is not loaded yet says that there is no network, and comes when it is back', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'clinical' })
  const { context, page, t } = user
  await user.go('/')
  await heading(user, 'dashboard:latest').waitFor()
  await context.setOffline(true)
  await page
    .getByRole('link', { name: t('shell:page.testRecords'), exact: true })
    .first()
    .click()
  await page.getByText(t('shell:offlineTitle')).waitFor()
  expect(new URL(page.url()).pathname).toBe('/test-records')
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: t('testRecords:title') }).waitFor()
  // React logs a failed page in the console, whatever replaces it.
  for (const complaint of user.complaints.splice(0)) expect(complaint).toContain('ApiError: offline')
})

/** Opens the form and chooses a group by its index in the list; returns its name. */
async function chooseGroup(nurse: Visit, at: number): Promise<string> {
  const { page, t } = nurse
  await openRecording(nurse)
  const place = heading(nurse, 'recording:place.title')
  await place.or(lookupHeading(nurse)).waitFor()
  // The next test of a round begins at the place of the last one.
  if (!(await place.isVisible())) await page.getByRole('link', { name: t('recording:step.place'), exact: true }).click()
  const group = page
    .getByRole('radiogroup', { name: t('fields:groupId') })
    .getByRole('radio')
    .nth(at)
  await group.check({ force: true })
  const name = await group.evaluate((input) => input.closest('label')?.innerText.trim() ?? '')
  await proceed(nurse)
  return name
}
