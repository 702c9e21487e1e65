import { describe } from 'vitest'
import { journey } from './stage/journey.ts'
import { searchField } from './steps/list.ts'
import { enterTest, forgetDraft, heading, lookupHeading, proceed, saveTest, savedTestId } from './steps/record-test.ts'

describe('a subject', () => {
  journey('is found by a part of its name, edited, and tested in one step', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'group' })
    const { page, t } = staff
    await forgetDraft(staff)
    await staff.go('/subjects')
    const first = page.locator('[data-row]').first()
    const name = await first.innerText()
    // Backwards and in capitals, as somebody may read it from a card.
    const typed = name.split(' ').toReversed().join(' ').toUpperCase()
    await searchField(staff).fill(typed)
    await page.waitForURL((url) => url.searchParams.get('search') === typed)
    await page.locator('[data-row]', { hasText: name }).first().click()
    const beside = page.getByRole('complementary', { name })
    await beside.getByRole('heading', { name: t('subjects:tests') }).waitFor()

    await beside.getByRole('link', { name: t('subjects:edit') }).click()
    const form = page.getByRole('dialog', { name: t('shell:page.editSubject') })
    await form.getByLabel(t('fields:localId')).fill('CARD 4711')
    await form.getByRole('button', { name: t('shell:saveChanges') }).click()
    await form.waitFor({ state: 'detached' })
    await beside.getByText('CARD 4711').waitFor()
    await searchField(staff).fill('4711')
    await page.waitForURL((url) => url.search.includes('4711'))
    await page
      .getByRole('status')
      .getByText(t('subjects:count', { count: 1 }))
      .waitFor()

    await beside.getByRole('link', { name: t('shell:page.createTest') }).click()
    await heading(staff, 'recording:subject.found').waitFor()
    await proceed(staff)
    await enterTest(staff, { results: ['negative'] })
    await heading(staff, 'recording:review.title').waitFor()
    await page.getByRole('main').getByText(name).first().waitFor()
    await saveTest(staff)
    const testId = await savedTestId(staff)

    await page.getByRole('button', { name: t('recording:saved.another') }).click()
    await lookupHeading(staff).waitFor()
    await page.keyboard.type('4711')
    await page.getByRole('option', { name, disabled: false }).getByText(t('results:negative')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(staff, 'recording:subject.found').waitFor()
    await page.getByRole('main').getByText('CARD 4711').waitFor()

    await staff.go('/subjects?search=4711')
    await page.locator('[data-row]', { hasText: name }).click()
    await page.getByRole('link', { name: testId }).waitFor()
    await forgetDraft(staff)
  })

  journey('that is chosen never replaces a test that is being recorded', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t } = staff
    await forgetDraft(staff)
    await staff.go('/subjects')
    const rows = page.locator('[data-row]')
    const [one, other] = [await rows.nth(0).innerText(), await rows.nth(1).innerText()]
    const begin = async (name: string) => {
      await staff.go('/subjects')
      await page.locator('[data-row]', { hasText: name }).first().click()
      await page.getByRole('link', { name: t('shell:page.createTest') }).click()
    }
    await begin(one)
    await heading(staff, 'recording:subject.found').waitFor()
    await proceed(staff)
    await enterTest(staff, { results: ['positive'] })
    await heading(staff, 'recording:review.title').waitFor()
    await begin(other)
    await page.getByRole('button', { name: t('recording:draft.discard') }).waitFor()
    await page.getByText(one).first().waitFor()
    await page.getByRole('button', { name: t('recording:draft.continue') }).click()
    await heading(staff, 'recording:review.title').waitFor()
    await page.getByRole('main').getByText(one).first().waitFor()
    await forgetDraft(staff)
  })
})
