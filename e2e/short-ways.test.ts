import { expect } from 'vitest'
import { tenants, typedDate } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { countActions } from './steps/actions.ts'
import { sendFile } from './steps/import-file.ts'
import { recordLink, searchField } from './steps/list.ts'
import {
  choosePlace,
  chooseSubject,
  enterResults,
  heading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

journey('yesterday’s positive of a named person is three presses away', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'provider' })
  const email = 'yesterday@short.test'
  const testId = await recordYesterday(nurse, email)
  const manager = await visit({ tenant: 'harbour', as: 'tenant' })
  const counted = await countActions(manager)
  const { page, t } = manager
  await manager.go('/')
  await heading(manager, 'dashboard:latest').waitFor()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('shell:page.testRecords'), exact: true })
    .click()
  await searchField(manager).fill(email)
  await recordLink(manager, testId).click()
  await page.getByRole('complementary', { name: testId }).waitFor()
  expect(counted.presses).toBeLessThanOrEqual(3)
})

journey(
  'an invite is five presses away from the list where there are several groups, and the next one two',
  async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant' })
    const counted = await countActions(staff)
    const { page, t } = staff
    await staff.go('/invites')
    await page.getByRole('link', { name: t('shell:page.newInvite') }).click()
    const form = page.getByRole('form', { name: t('shell:page.newInvite') })
    await form.getByRole('combobox', { name: t('fields:groupId') }).click()
    await form
      .getByRole('listbox', { name: t('fields:groupId') })
      .getByRole('option')
      .first()
      .click()
    const send = async (email: string) => {
      await form.getByLabel(t('fields:email')).fill(email)
      await form.getByRole('button', { name: t('invites:form.submit') }).click()
      await page.getByRole('row', { name: email }).waitFor()
    }
    await send('first@short.test')
    expect(counted.presses).toBeLessThanOrEqual(5)
    counted.presses = 0
    await send('next@short.test')
    expect(counted.presses).toBeLessThanOrEqual(2)
  },
)

journey('a brand’s main colour is changed in two presses', async ({ visit }) => {
  const admin = await visit({ tenant: 'meadow', as: 'tenant' })
  const counted = await countActions(admin)
  const { page, t } = admin
  await admin.go('/own-tenant/branding')
  const change = async (colour: string) => {
    const stored = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
    await page.getByRole('textbox', { name: t('branding:primary'), exact: true }).fill(colour)
    await page.getByRole('button', { name: t('branding:save'), exact: true }).click()
    await stored
  }
  await change('#14532D')
  expect(counted.presses).toBeLessThanOrEqual(2)
  // The colour is restored for other journeys.
  await change(tenants.meadow.primary)
})

journey('a roster of thirty people is eight presses away from the chosen file', async ({ visit }) => {
  const admin = await visit({ tenant: 'cascade', as: 'tenant' })
  const counted = await countActions(admin)
  const { page, t } = admin
  await admin.go('/imports/new')
  await sendFile(admin, 'residents.csv', roster)
  const questions = page.getByRole('form', { name: t('importing:step.questions') })
  counted.presses = 0
  await questions.getByRole('radio', { name: t('importing:ask.dateOrder.mdy') }).check()
  await questions.getByRole('combobox').click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await questions.getByRole('button', { name: t('importing:ask.submit') }).click()
  const start = t('importing:run.submit', { count: 30 })
  await page.getByRole('button', { name: start }).click()
  await page.getByRole('dialog').getByRole('button', { name: start }).click()
  await page.getByText(t('importing:run.done')).waitFor()
  expect(counted.presses).toBeLessThanOrEqual(8)
})

/** A list as a home keeps it, whose dates are written in the one order or the other. */
const roster = [
  'First,Last,D.O.B.,Room,Wing,Local ID,E-mail',
  ...Array.from({ length: 30 }, (_, n) => {
    const day = String((n % 27) + 1).padStart(2, '0')
    return `Short${n},Fernwood,03/${day}/${1930 + n},${100 + n},West,SHORT-${n},short${n}@roster.example`
  }),
  '',
].join('\r\n')

/** Records a positive test that was performed the day before. */
async function recordYesterday(nurse: Visit, email: string): Promise<string> {
  const { page, t, tenant } = nurse
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { email })
  await enterResults(nurse, ['positive'])
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await page.getByLabel(t('fields:performedDate'), { exact: true }).fill(typedDate(tenant, yesterday))
  await proceed(nurse)
  await saveTest(nurse)
  return await savedTestId(nurse)
}
