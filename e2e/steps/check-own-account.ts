import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'

/**
 * Checks the user's own account, with every message of its forms, and while a file is being prepared and when it fails.
 */
export async function checkOwnAccount(user: Visit): Promise<void> {
  const { page, t } = user
  const check = (name: string) => checkScreen(user, name, 'shell:page.ownUser')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await user.turnTo('/own-user')
  await page.getByText(t('ownAccount:here')).first().waitFor()
  await check('own-user')
  await user.turnTo('/own-user/edit')
  await page.getByLabel(t('fields:fullName'), { exact: true }).fill('')
  await press(t('shell:save'))
  await page.getByText(t('rules:required', { field: t('fields:fullName') })).waitFor()
  await checkScreen(user, 'own-user-edit', 'shell:page.editOwnUser')

  await user.turnTo('/own-user')
  await page.getByText(t('ownAccount:here')).first().waitFor()
  await press(t('ownAccount:emailSubmit'))
  await press(t('ownAccount:passwordSubmit'))
  await press(t('ownAccount:deletion.title'))
  await page.getByLabel(t('fields:reason'), { exact: true }).selectOption('other')
  await press(t('ownAccount:deletion.submit'))
  await page.getByText(t('rules:deletionReason')).waitFor()
  await check('own-user-errors')

  const waiting = Promise.withResolvers<void>()
  await page.route('**/api/v1/users/my-details/data', async (route) => {
    await waiting.promise
    await route.abort()
  })
  await press(t('ownAccount:dataSubmit'))
  await page.getByRole('button', { name: t('ownAccount:dataPreparing') }).waitFor()
  await check('own-user-preparing')
  waiting.resolve()
  await page.getByText(t('shell:serverAway')).waitFor()
  await check('own-user-failed')
}
