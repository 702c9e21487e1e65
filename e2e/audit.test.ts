import { expect } from 'vitest'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { exportList, recordLink } from './steps/list.ts'
import { inviteClinician } from './steps/staff.ts'

journey('an administrator finds who changed a user, and exports the events', async ({ visit }) => {
  const admin = await visit({ tenant: 'cascade', as: 'tenant' })
  const { page, t, port } = admin
  const main = page.getByRole('main')
  const id = await inviteClinician(port, 'cascade', 'trail@staff.test')
  await admin.go(`/users/${id}/edit`)
  await page.getByLabel(t('fields:language'), { exact: true }).selectOption('es')
  // By keyboard, because the button moves while the parts of the form arrive.
  await page.getByRole('button', { name: t('shell:save'), exact: true }).press('Enter')
  await page.getByText(t('users:updated')).waitFor()

  await main.getByRole('link', { name: t('shell:page.audit') }).click()
  await recordLink(admin, t('audit:action.user.changed')).click()
  const changes = main.getByRole('table', { name: t('auditDetails:changes') })
  await changes.getByRole('row', { name: 'English Español' }).waitFor()
  const mine = await send(port, 'cascade', '/users/my-details', { cookies: admin.cookies })
  const { fullName } = (JSON.parse(mine.body) as { data: { fullName: string } }).data // the user of the contract
  await main.getByRole('link', { name: fullName }).waitFor()

  const lines = await exportList(admin, main.getByRole('button', { name: t('audit:export.button', { count: 2 }) }))
  expect(lines[0]).toContain(t('export:audit.actionName'))
  const told = lines.slice(1).filter((line) => line !== '')
  expect(told).toHaveLength(2)
  expect(told.filter((line) => !(line.includes(id) && line.includes(fullName)))).toEqual([])
  expect(told[0]).toContain('user.changed')
})
