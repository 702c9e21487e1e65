import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { startAnother } from './stage/server.ts'
import type { Visit } from './stage/visit.ts'
import { installation } from './stage/worker.ts'
import { expectFocus, tabTo, typeByHand } from './steps/keyboard.ts'
import { filterInUse, recordLink } from './steps/list.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { clickAtOnce, logInWith, openQuietPage } from './steps/log-in.ts'
import { setPassword } from './steps/password-form.ts'
import { heading } from './steps/record-test.ts'
import { inviteClinician } from './steps/staff.ts'

journey(
  'a user is added by keyboard alone, follows the mail, and is out at once when suspended through another process',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'harbour', as: 'organisation' })
    const { page, t } = admin
    const [email, password] = ['keys@staff.test', 'Copper-Lantern-48']
    await admin.go('/users')
    await recordLink(admin, '').first().waitFor()
    const create = page.getByRole('link', { name: t('shell:page.newUser') })
    await tabTo(page, create)
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: t('shell:page.newUser') })
    await expectFocus(form.getByLabel(t('fields:fullName')))
    await typeByHand(page, 'Nora Quill')
    await tabTo(page, form.getByLabel(t('users:email'), { exact: true }))
    await typeByHand(page, email)
    const type = form.getByLabel(t('fields:userType'), { exact: true })
    await tabTo(page, type)
    // A letter chooses, as in any select of the browser.
    await typeByHand(page, t('userTypes:clinical').slice(0, 2))
    await expect.poll(() => type.inputValue()).toBe('clinical')
    const group = form.getByRole('combobox', { name: t('users:form.addGroup') })
    await tabTo(page, group)
    await page.keyboard.press('ArrowDown')
    // The groups may still be loading, and Enter chooses the highlighted one.
    await expect.poll(() => group.getAttribute('aria-activedescendant')).not.toBeNull()
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: /^Remove / }).waitFor()
    await expectFocus(group)
    await page.keyboard.press('Enter')
    await form.getByText(t('users:form.sent', { email })).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(create)

    const other = await startAnother(installation().dataDir)
    try {
      const nurse = await visit({ tenant: 'harbour', port: other.port })
      await nurse.go(linkOf(await mailTo(admin, email)))
      await setPassword(nurse, { password })
      await nurse.page.getByRole('button', { name: t('ownAccount:terms.accept') }).click()
      await heading(nurse, 'dashboard:latest').waitFor()
      await openQuietPage(nurse)

      await admin.go('/users?search=keys@staff.test')
      await recordLink(admin, 'Nora Quill').click()
      const suspend = page.getByRole('button', { name: t('users:suspend'), exact: true })
      await suspend.click()
      await page.getByRole('button', { name: t('users:suspending.keep') }).click()
      await expectFocus(suspend)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: t('users:suspending.confirm') }).click()
      await page.getByText(t('users:suspended', { name: 'Nora Quill' })).waitFor()
      await page.getByRole('row', { name: email }).getByText(t('users:state.suspended')).waitFor()

      await clickAtOnce(nurse.page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }))
      await nurse.page.waitForURL('**/login?redirect=**')
      await logInWith(nurse, email, password)
      await nurse.page.getByText(t('serverErrors:account-suspended')).waitFor()
      await page.getByRole('button', { name: t('users:reactivate') }).click()
      await page.getByText(t('users:reactivated', { name: 'Nora Quill' })).waitFor()
      await logInWith(nurse, email, password)
      await nurse.page.waitForURL('**/test-records')
      // A server that is about to stop would refuse the page's own requests.
      await nurse.page.goto('about:blank')
    } finally {
      await other.stop()
    }
  },
)

journey(
  'two people who change a user at once lose nothing, and an unsaved form is not left by mistake',
  async ({ visit }) => {
    const [mine, theirs] = [
      await visit({ tenant: 'harbour', as: 'tenant' }),
      await visit({ tenant: 'harbour', as: 'tenant' }),
    ]
    const { page, t } = mine
    const id = await inviteClinician(mine.port, 'harbour', 'conflict@staff.test')
    const name = (who: Visit) => who.page.getByRole('dialog').getByLabel(t('fields:fullName'))
    const save = (who: Visit) => who.page.getByRole('button', { name: t('shell:save'), exact: true }).click()
    await mine.go(`/users/${id}`)
    await page.getByRole('link', { name: t('users:edit'), exact: true }).click()
    await name(mine).fill('Nora Quinn')
    await theirs.go(`/users/${id}/edit`)
    await name(theirs).fill('Nora Lane')
    await theirs.page.getByRole('combobox', { name: t('users:form.addGroup') }).click()
    await theirs.page
      .getByRole('listbox', { name: t('users:form.addGroup') })
      .getByRole('option')
      .first()
      .click()
    await save(theirs)
    await theirs.page.getByText(t('users:updated')).waitFor()

    await save(mine)
    await page.getByText(t('editing:news.title')).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('editing:leave.stay') }).click()
    await page.getByRole('radio', { name: /Nora Quinn/ }).check()
    await save(mine)
    await page.getByText(t('users:updated')).waitFor()
    await page.getByRole('complementary').getByRole('heading', { name: 'Nora Quinn' }).waitFor()
    await expectFocus(page.getByRole('link', { name: t('users:edit'), exact: true }))
  },
)

journey('a user’s page links to their tests; a user who sees no others is led to their own page', async ({ visit }) => {
  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  await admin.go('/users?search=clinical@harbour.test')
  await recordLink(admin, '').first().click()
  await admin.page
    .getByRole('link', { name: /tests?$/ })
    .last()
    .click()
  await admin.page.waitForURL('**/test-records?recorded_by=**')
  await filterInUse(admin, /Recorded by \S/).click()
  await admin.page.waitForURL(`${admin.origin}/test-records`)

  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  await nurse.go('/users')
  await nurse.page.getByText(nurse.t('errors:not-found')).waitFor()
  expect(new URL(nurse.page.url()).pathname).toBe('/')
  await admin.go('/users/Anonymized')
  await admin.page.getByText(admin.t('errors:not-found')).waitFor()
  expect(new URL(admin.page.url()).pathname).toBe('/')
})
