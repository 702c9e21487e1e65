import { expect } from 'vitest'
import { builtInTerms } from '../contract/own-account/user.ts'
import { changeRows } from './stage/database.ts'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { installation } from './stage/worker.ts'
import { clickAtOnce, openQuietPage } from './steps/log-in.ts'
import { heading } from './steps/record-test.ts'

// Changes are undone here, because other files of this installation expect the usual permissions and terms.

journey('a permission that is taken from a user type is gone on its users’ next page', async ({ visit }) => {
  const admin = await visit({ tenant: 'cascade', as: 'tenant' })
  const other = await visit({ tenant: 'cascade', as: 'provider' })
  const { page, t } = admin
  const exports = other.page.getByRole('button', {
    name: new RegExp(`^${t('testRecords:export.button', { count: 99 }).split('99')[0]}`),
  })
  await other.go('/test-records')
  await exports.waitFor()

  const set = async (isHeld: boolean) => {
    await admin.go('/own-tenant/permissions')
    const box = page.getByRole('checkbox', {
      name: t('permissions:cell', { permission: t('permissions:export-tests'), type: t('userTypes:provider') }),
    })
    await box.setChecked(isHeld)
    await page.getByRole('button', { name: t('permissions:review') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('permissions:export-tests')).waitFor()
    await dialog.getByRole('button', { name: t('shell:saveChanges') }).click()
    await page.getByText(t('permissions:updated')).last().waitFor()
  }
  await set(false)
  const { status } = await send(other.port, 'cascade', '/test-records/export', { cookies: other.cookies })
  expect(status).toBe(403)
  await other.page
    .getByRole('link', { name: t('shell:page.dashboard') })
    .first()
    .click()
  await heading(other, 'dashboard:latest').waitFor()
  await other.page
    .getByRole('link', { name: t('shell:page.testRecords') })
    .first()
    .click()
  await other.page.locator('[data-row]').first().waitFor()
  await exports.waitFor({ state: 'detached' })
  await set(true)
})

journey(
  'new terms that ask again are asked for at the next page, and lead back to work once accepted',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'meadow', as: 'tenant' })
    const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
    const { page, t } = admin
    await openQuietPage(nurse)

    await admin.go('/own-tenant/policies')
    const text = page.getByRole('textbox', { name: t('publishing:text') })
    await text.fill('## Terms of the meadow\n\nHandle **every animal** with care.')
    await page.getByRole('heading', { name: 'Terms of the meadow' }).waitFor()
    await page.getByRole('button', { name: t('publishing:publish') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('publishing:asksAgain')).check()
    await dialog.getByRole('button', { name: t('publishing:publish') }).click()
    await page.getByText(t('publishing:askedAgain')).waitFor()

    try {
      await clickAtOnce(nurse.page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }).first())
      await nurse.page.getByRole('heading', { name: 'Terms of the meadow' }).waitFor()
      expect(new URL(nurse.page.url()).pathname).toBe('/')
      await nurse.page.getByRole('button', { name: t('ownAccount:terms.accept') }).click()
      await heading(nurse, 'dashboard:latest').waitFor()
    } finally {
      const back = (statement: string) => changeRows(installation().dataDir, 'meadow', statement)
      await back(`update tenants set terms_version = null where id = current_tenant()`)
      await back(
        `update users set terms_accepted_version = '${builtInTerms}' where terms_accepted_version like 'own-%'`,
      )
    }
  },
)
