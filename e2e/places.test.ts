import { describe, expect } from 'vitest'
import { demoPassword, emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { startAnother } from './stage/server.ts'
import { phone } from './stage/visit.ts'
import { installation } from './stage/worker.ts'
import { recordLink } from './steps/list.ts'
import { clickAtOnce, logInWith, openQuietPage } from './steps/log-in.ts'

describe('places', () => {
  journey('an organisation with a group is added, after errors were reported at their fields', async ({ visit }) => {
    const admin = await visit({ tenant: 'cascade', as: 'tenant' })
    const { page, t } = admin
    await admin.go('/organisations')
    await page.getByRole('link', { name: t('organisations:create') }).click()
    const form = page.getByRole('form', { name: t('organisations:create') })
    await form.getByLabel(t('fields:name'), { exact: true }).fill('Cascade School District')
    const number = form.getByLabel(t('registration:number'), { exact: true })
    await number.fill('900 234 5678')
    await form.getByLabel(t('fields:npi')).fill('12345')
    await form.getByLabel(t('fields:streetAddress'), { exact: true }).fill('501 N Dixon St')
    await form.getByLabel(t('fields:state')).selectOption('OR')
    await form.getByRole('combobox', { name: new RegExp(`^${t('fields:county')}`) }).fill('multn')
    await page.getByRole('option', { name: 'Multnomah' }).click()
    const save = form.getByRole('button', { name: t('organisations:form.submit') })
    await save.click()
    await form.getByText(t('rules:digits', { length: 10 })).waitFor()
    await form.getByText(t('rules:postcodeRequired')).waitFor()
    await form.getByText(t('rules:phone')).waitFor()
    await number.fill('(503) 555-0130')
    await form.getByLabel(t('fields:npi')).fill('1730000017')
    await form.getByLabel(t('places:postcode.US')).fill('97227')
    await save.click()
    await form.getByText(t('serverRules:nameTaken')).waitFor()
    await form.getByLabel(t('fields:name'), { exact: true }).fill('Cascade Home Visits')
    await save.click()
    await page.getByText(t('organisations:created')).waitFor()
    await page.getByText('Portland').or(page.getByText('Multnomah')).first().waitFor()
    const link = page.getByRole('link', { name: '+1 503 555 0130' })
    expect(await link.getAttribute('href')).toBe('tel:+15035550130')

    await admin.go('/groups')
    await page.getByRole('link', { name: t('groups:create') }).click()
    const group = page.getByRole('form', { name: t('groups:create') })
    await group.getByRole('combobox', { name: t('fields:organisationId') }).fill('Home Vis')
    await page.getByRole('option', { name: 'Cascade Home Visits' }).click()
    await group.getByLabel(t('fields:name'), { exact: true }).fill('Evening team')
    await group.getByLabel(t('fields:streetAddress'), { exact: true }).fill('501 N Dixon St')
    await group.getByLabel(t('fields:state')).selectOption('OR')
    await group.getByLabel(t('places:postcode.US')).fill('97227')
    await group.getByLabel(t('fields:firstName')).fill('Ada')
    await group.getByLabel(t('fields:lastName')).fill('Ash')
    await group.getByLabel(t('groups:provider.suffix')).fill('MD')
    // Its check digit would be 3.
    await group.getByLabel(t('fields:npi')).fill('1234567890')
    await group.getByText(t('places:checkNpi')).waitFor()
    await group.getByRole('button', { name: t('groups:form.submit') }).click()
    await page.getByText(t('groups:created')).waitFor()
    await page.getByText('Ada Ash, MD', { exact: true }).waitFor()
    await page.getByText('1234567890', { exact: true }).waitFor()
    await admin.go('/groups?search=even')
    await recordLink(admin, 'Evening team').waitFor()
  })

  journey('suspending an organisation tells whom it concerns, and ends their sessions at once', async ({ visit }) => {
    const admin = await visit({ tenant: 'meadow', as: 'tenant' })
    const { page, t } = admin
    const other = await startAnother(installation().dataDir)
    try {
      const vet = await visit({ tenant: 'meadow', as: 'clinical', port: other.port })
      const onPhone = await visit({ tenant: 'meadow', as: 'provider', port: other.port, size: phone })
      for (const one of [vet, onPhone]) await openQuietPage(one)
      await admin.go('/organisations')
      await recordLink(admin, 'Meadow Farm Practice').click()
      await page.getByRole('button', { name: t('organisations:suspending.leave') }).click()
      await page
        .getByRole('dialog')
        .getByText(/[1-9]\d* open session/)
        .waitFor()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('organisations:suspending.leave') })
        .click()
      await page.getByText(t('organisations:isSuspended')).waitFor()
      await clickAtOnce(vet.page.getByRole('link', { name: t('shell:page.testRecords') }).first())
      await clickAtOnce(onPhone.page.getByRole('link', { name: t('shell:recordTest') }))
      for (const [who, userType] of [
        [vet, 'clinical'],
        [onPhone, 'provider'],
      ] as const) {
        await who.page.waitForURL('**/login?redirect=**')
        await who.page.getByText(t('serverErrors:access-suspended')).waitFor()
        await logInWith(who, emailOf('meadow', userType), demoPassword)
        await who.page.getByText(t('serverErrors:organisation-suspended')).waitFor()
      }
      await page.getByRole('button', { name: t('organisations:reactivating.leave') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('organisations:reactivating.leave') })
        .click()
      await expect.poll(() => page.getByText(t('organisations:isSuspended')).count()).toBe(0)
    } finally {
      await other.stop()
    }
  })

  journey('two people edit a group at once, and neither loses what they typed', async ({ visit }) => {
    const [one, two] = [
      await visit({ tenant: 'meadow', as: 'tenant' }),
      await visit({ tenant: 'meadow', as: 'tenant' }),
    ]
    const { t } = one
    const forms = []
    for (const { go, page } of [one, two]) {
      await go('/groups?search=Gort')
      await page.locator('[data-row]').first().click()
      await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
      forms.push(page.getByRole('form', { name: t('groups:edit') }))
    }
    const [first, second] = forms
    await first?.getByLabel(t('places:location')).fill('Gort, Co. Galway')
    await second?.getByLabel(t('fields:description')).fill('Dairy and beef')
    await first?.getByRole('button', { name: t('places:save') }).click()
    await one.page.getByText(t('groups:updated')).waitFor()
    await second?.getByRole('button', { name: t('places:save') }).click()
    await two.page.getByText(t('editing:news.title')).waitFor()
    await expect.poll(() => second?.getByLabel(t('fields:description')).inputValue()).toBe('Dairy and beef')
    await expect.poll(() => second?.getByLabel(t('places:location')).inputValue()).toBe('Gort, Co. Galway')
    await second?.getByRole('button', { name: t('places:save') }).click()
    await two.page.getByText(t('groups:updated')).waitFor()
  })
})
