import { expect } from 'vitest'
import { demoPassword, emailOf } from './stage/demo.ts'
import { send, startSession } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { logInWith, openQuietPage } from './steps/log-in.ts'
import {
  choosePlace,
  chooseSubject,
  enterTest,
  fillInTest,
  heading,
  openRecording,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

journey.for([['users'], ['organisations']] as const)(
  'whoever records while their own of the %s is suspended is told so, and goes on later',
  async ([what], { visit }) => {
    const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
    const { page, t } = nurse
    const subject = `SUSPENDED-${what}`
    await fillInTest(nurse, { customIds: [subject, 'HERD-9'], results: ['negative'] })
    const me = await own(nurse)
    const id = what === 'users' ? me.id : me.organisation.id
    await change(nurse, `/${what}/${id}/suspend`)
    await saveTest(nurse)
    await page.waitForURL('**/login?redirect=**')
    await page.getByText(t('serverErrors:access-suspended')).waitFor()
    // After a reload the page no longer mentions it; only the right password reveals it.
    await page.reload()
    await page.getByRole('button', { name: t('session:submit'), exact: true }).waitFor()
    expect(await page.getByText(t('serverErrors:access-suspended')).count()).toBe(0)
    await logInWith(nurse, emailOf('meadow', 'clinical'), demoPassword)
    await page
      .getByText(t(what === 'users' ? 'serverErrors:account-suspended' : 'serverErrors:organisation-suspended'))
      .waitFor()
    await change(nurse, `/${what}/${id}/reactivate`)
    await logInWith(nurse, emailOf('meadow', 'clinical'), demoPassword)
    await heading(nurse, 'recording:review.title').waitFor()
    await page.getByText(subject).first().waitFor()
    await saveTest(nurse)
    await savedTestId(nurse)
  },
)

journey('a user whose account is suspended while they look at lists is told so', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'provider' })
  const { page, t } = nurse
  const { id } = await own(nurse)
  await openQuietPage(nurse)
  await change(nurse, `/users/${id}/suspend`)
  await page
    .getByRole('link', { name: t('shell:page.testRecords'), exact: true })
    .first()
    .click()
  await page.getByText(t('serverErrors:access-suspended')).waitFor()
  expect(await page.getByText(t('session:expired')).count()).toBe(0)
  await change(nurse, `/users/${id}/reactivate`)
})

journey('a group that is suspended during recording is reported as closed', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
  const { page, t } = nurse
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { customIds: ['GROUP-CLOSED', 'HERD-9'] })
  await enterTest(nurse, { results: ['negative'] })
  await heading(nurse, 'recording:review.title').waitFor()
  const groups = (await own(nurse)).groups
  for (const { id } of groups) await change(nurse, `/groups/${id}/suspend`)
  await saveTest(nurse)
  await page
    .getByText(/You can no longer record tests at/)
    .or(page.getByText(t('recording:unable.title')))
    .first()
    .waitFor()
  for (const { id } of groups) await change(nurse, `/groups/${id}/reactivate`)
})

interface Own {
  id: string
  organisation: { id: string }
  groups: { id: string }[]
}

async function own({ port, tenant, cookies }: Visit): Promise<Own> {
  return (JSON.parse((await send(port, tenant, '/users/my-details', { cookies })).body) as { data: Own }).data
}

/** Makes a change as an administrator, without the browser. */
async function change({ port, tenant }: Visit, path: string): Promise<void> {
  const cookies = await startSession(port, tenant, 'tenant', 'en')
  const { status, body } = await send(port, tenant, path, { method: 'PUT', cookies })
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
}
