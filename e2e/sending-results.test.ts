import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { heading } from './steps/record-test.ts'
import { storeTest } from './steps/store-test.ts'
import { typeByHand } from './steps/keyboard.ts'

journey(
  'a result is sent, opened with the birth date alone, corrected, and seen in its new version',
  async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'group' })
    const { page, t } = staff
    const email = 'sent@journey.test'
    const testId = await storeTest(staff, { email, results: ['negative'] })
    await searchTests(staff, testId)
    await recordLink(staff, testId).click()
    await page.getByRole('button', { name: t('testRecords:record.send'), exact: true }).click()
    await page.getByRole('button', { name: t('delivering:send.email') }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const sent = page.getByRole('listitem').filter({ hasText: t('delivering:state.sent') })
    await sent.waitFor()
    await expect.poll(() => sent.evaluate(isWholeInPanel)).toBe(true)

    const person = await visit({ tenant: 'harbour', size: phone })
    const link = linkOf(await mailTo(person, email))
    await person.go(link)
    await open(person, '06/03/1980')
    await person.page.getByRole('alert').getByText(t('sentResult:refusedTitle')).waitFor()
    expect(new URL(person.page.url()).pathname).toBe('/results')
    await open(person, '05/03/1980')
    await heading(person, 'sentResult:negative').waitFor()
    await expect.poll(() => person.page.getByRole('main').innerText()).toContain(testId)

    await page.reload()
    await page.getByText(t('delivering:state.opened'), { exact: true }).waitFor()
    await page.getByRole('link', { name: t('testRecords:record.correct'), exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('radio', { name: t('results:positive') }).check()
    await form.getByLabel(t('fields:reason'), { exact: true }).selectOption('data-entered-incorrectly')
    await form.getByRole('button', { name: t('changing:correct.submit') }).click()
    await page.getByText(t('changing:correct.updated')).waitFor()

    await person.go(linkOf(await mailTo(person, email, 2)))
    await open(person, '05/03/1980')
    await heading(person, 'sentResult:positive').waitFor()
    const [corrected = ''] = t('sentResult:corrected', { date: '|' }).split('|')
    await person.page.getByText(corrected.trim()).waitFor()
    await person.go(link)
    await open(person, '05/03/1980')
    await person.page.getByRole('alert').waitFor()
  },
)

journey(
  'what a result means at an organisation is written with the test kit, and told to who was tested there',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'harbour', as: 'tenant' })
    const { page, t } = admin
    await admin.go('/assays?search=sars')
    await recordLink(admin, 'TideCheck SARS').first().click()
    for (const name of ['Harbour Care Homes', 'Solent Pharmacies']) {
      await page.getByRole('heading', { name: t('assays:detail.meaningsAt', { name }) }).waitFor()
    }
    await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
    const form = page.getByRole('form', { name: t('shell:page.editAssay') })
    await form
      .getByRole('group', { name: 'Harbour Care Homes' })
      .getByRole('textbox', { name: new RegExp(`^${t('results:negative')}`) })
      .fill('Your lunch is in the lounge.')
    await form.getByRole('combobox', { name: t('assayForm:form.addOrganisationMeanings') }).click()
    await typeByHand(page, 'nursing')
    await page.getByRole('option', { name: 'Harbour Community Nursing' }).waitFor()
    await page.keyboard.press('Enter')
    // The next Tab stop is the text.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('organisationMeanings.2.meanings.en_GB.positive')
    await typeByHand(page, 'Your nurse comes tomorrow.')
    await form.getByRole('button', { name: t('places:save') }).click()
    await page.getByText(t('assays:updated')).waitFor()
    await page.getByText('Your nurse comes tomorrow.').first().waitFor()

    const staff = await visit({ tenant: 'harbour', as: 'group' })
    const email = 'lunch@journey.test'
    const testId = await storeTest(staff, { email, results: ['negative'] })
    await searchTests(staff, testId)
    await recordLink(staff, testId).click()
    await staff.page.getByRole('button', { name: t('testRecords:record.send'), exact: true }).click()
    await staff.page.getByRole('button', { name: t('delivering:send.email') }).click()
    await staff.page.getByText(t('delivering:state.sent')).waitFor()
    const person = await visit({ tenant: 'harbour', size: phone })
    await person.go(linkOf(await mailTo(person, email)))
    await open(person, '05/03/1980')
    await person.page.getByText('Your lunch is in the lounge.').waitFor()
  },
)

async function open({ page, t }: Visit, born: string): Promise<void> {
  await page.getByLabel(t('fields:dateOfBirth')).fill(born)
  await page.getByRole('button', { name: t('sentResult:submit') }).click()
}

/** True if no part of an element is beyond the edge of its panel. Runs in the browser. */
function isWholeInPanel(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const panel = element.closest('aside')?.getBoundingClientRect()
  return panel !== undefined && top >= panel.top && bottom <= panel.bottom
}
