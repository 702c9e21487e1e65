import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { pass } from './steps/idle.ts'
import { recordLink } from './steps/list.ts'

const minute = 60_000

journey(
  'what an administrator sets is seen in another browser within a minute, without a reload',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'meadow', as: 'tenant' })
    const vet = await visit({ tenant: 'meadow', as: 'clinical' })
    const { page, t } = vet
    await vet.context.clock.install()
    await vet.go('/subjects')
    await recordLink(vet, '').first().click()
    const fact = (label: string) =>
      page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd')
    await fact('Tag').waitFor()
    const added = () => fact(t('subjects:added')).textContent()
    expect(await added()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    const loaded = await page.evaluate(() => performance.timeOrigin)

    await set(admin, { firstId: 'Ear tag', short: 'YYYY-MM-DD', idleMinutes: '5' })
    await pass(vet, minute)
    await fact('Ear tag').waitFor()
    expect(await added()).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
    await pass(vet, 4 * minute)
    await page.getByText(t('session:automatic')).waitFor()

    await set(admin, { firstId: 'Tag', short: 'DD/MM/YYYY', idleMinutes: '15' })
  },
)

/** Changes a name of an ID, the format of short dates and the idle time of sessions, each on its tab. */
async function set(admin: Visit, wanted: { firstId: string; short: string; idleMinutes: string }): Promise<void> {
  const { page, t } = admin
  const open = async (tab: 'general' | 'languages' | 'subjects') => await admin.go(`/own-tenant/${tab}`)
  const save = async () => {
    await page.getByRole('button', { name: t('shell:saveChanges') }).click()
    await page.getByText(t('tenants:updated')).waitFor()
  }
  await open('subjects')
  await page.getByLabel(t('tenants:customId1In', { language: 'English (UK)' })).fill(wanted.firstId)
  await save()
  await open('languages')
  await page.getByLabel(t('tenants:dates.short'), { exact: true }).first().selectOption(wanted.short)
  await save()
  await open('general')
  await page.getByLabel(t('tenants:idle')).fill(wanted.idleMinutes)
  await save()
}
