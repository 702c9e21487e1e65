import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { logInBeside } from './steps/other-tab.ts'
import { choosePlace, chooseSubject, heading, openRecording } from './steps/record-test.ts'

journey.for([[false], [true]] as const)(
  'a tab whose session has become a colleague’s says so, shows nothing more and saves nothing (unheard: %s)',
  async ([isDeaf], { visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t } = nurse
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email: 'speaker@people.test' })
    await heading(nurse, 'recording:test.title').waitFor()
    await page.getByRole('radio').first().waitFor()

    await logInBeside(nurse, 'provider', isDeaf)
    // Data that is entered now is sent in her name, and refused.
    if (isDeaf) await page.getByRole('radio').first().check({ force: true })
    await page.waitForURL('**/other-session')
    await heading(nurse, 'session:otherTitle').waitFor()
    await expect.poll(() => page.getByText('speaker@people.test').count()).toBe(0)
    await page.getByRole('link', { name: t('session:otherGoOn') }).click()
    await page.getByRole('navigation', { name: t('shell:mainNavigation') }).waitFor()
    // The colleague is offered none of her work, though perhaps a test of their own.
    await page.goto(`${nurse.origin}/create-test`)
    await heading(nurse, 'recording:place.title')
      .or(heading(nurse, 'recording:subject.title'))
      .or(page.getByRole('button', { name: t('recording:draft.continue') }))
      .first()
      .waitFor()
    await expect.poll(() => page.getByText('speaker@people.test').count()).toBe(0)
  },
)

journey(
  'a tablet that believes in 2025 offers today’s time, and is told that its clock is wrong',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { context, page, t } = nurse
    await context.clock.install({ time: new Date('2025-01-01T09:00:00Z') })
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email: 'tablet@people.test' })
    await heading(nurse, 'recording:test.title').waitFor()
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())
    await expect.poll(() => page.getByRole('textbox', { name: t('fields:performedDate') }).inputValue()).toBe(today)
    await page.getByText(t('shell:clockSlow', { time: '' }).split('.')[0] ?? '').waitFor()
    await page.getByRole('button', { name: t('shell:clockDismiss'), exact: true }).click()
    await expect.poll(() => page.getByText(t('shell:clockSlow', { time: '' }).split('.')[0] ?? '').count()).toBe(0)
  },
)
