import { expect } from 'vitest'
import { usualRules } from '../contract/outbreaks/rules.ts'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import type { Visit } from './stage/visit.ts'

const tenant = 'harbour'

/** Sends what must succeed, and returns its data. */
async function post({ port, cookies }: Visit, path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  const sent = await send(port, tenant, path, { method, cookies, body })
  expect(sent.status, sent.body).toBeLessThan(300)
  return JSON.parse(sent.body).data
}

journey('three positive tests are a signal, whose page leads to a round with those who are left', async ({ visit }) => {
  const admin = await visit({ tenant, as: 'tenant' })
  const nurse = await visit({ tenant, as: 'organisation' })
  await post(admin, '/outbreak-rules', { ...usualRules, isOn: true }, 'PUT')

  const me = await send(nurse.port, tenant, '/users/my-details', { cookies: nurse.cookies })
  const organisationId: string = JSON.parse(me.body).data.organisation.id
  const { id: groupId } = await post(nurse, '/groups', {
    organisationId,
    name: 'Ash House',
    location: null,
    phone: null,
  })
  const kits = await send(nurse.port, tenant, '/assays?per_page=100', { cookies: nurse.cookies })
  const assays: { id: string; analytes: { id: string }[]; requiresTimer: boolean; imageRequired: boolean }[] =
    JSON.parse(kits.body).data
  const kit = assays.find(({ requiresTimer, imageRequired }) => !requiresTimer && !imageRequired)
  if (kit === undefined) throw new Error('There is no kit that needs neither a timer nor a photo')
  const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve']
  const people: string[] = []
  for (const firstName of names) {
    const email = `${firstName.toLowerCase()}@ash.test`
    const person = {
      kind: 'human',
      groupId,
      email,
      dateOfBirth: '1941-02-03',
      firstName,
      lastName: 'Ash',
      localId: null,
    }
    people.push((await post(nurse, '/subjects', person)).id)
  }
  const now = new Date(Date.now() - 10 * 60_000).toISOString()
  for (const subjectId of people.slice(0, 3)) {
    await post(nurse, '/test-records', {
      organisationId,
      groupId,
      subjectId,
      assayId: kit.id,
      analyteResults: kit.analytes.map(({ id }) => ({ analyteId: id, result: 'positive' })),
      performedDate: now.slice(0, 10),
      performedTime: now.slice(11, 16),
      performedZone: 'UTC',
    })
  }

  // A round of the server finds it within two minutes.
  await expect
    .poll(
      async () => {
        const sent = await send(nurse.port, tenant, '/outbreaks?state=open', { cookies: nurse.cookies })
        const open: { group: { id: string } }[] = JSON.parse(sent.body).data
        return open.some(({ group }) => group.id === groupId)
      },
      { timeout: 150_000, interval: 2000, message: 'an outbreak in Ash House is found' },
    )
    .toBe(true)
  const { page, t } = nurse
  const found = page.getByRole('link', { name: /Ash House/ })
  await nurse.go('/outbreaks')
  await found.first().waitFor()
  await checkState(nurse, 'outbreaks')
  await nurse.go('/')
  await page.getByRole('link', { name: t('dashboard:seeOutbreaks') }).click()
  await found.first().click()
  const list = page.getByRole('table', { name: t('outbreaks:lineList') })
  await list.waitFor()
  for (const name of names.slice(0, 3)) await list.getByText(`${name} Ash`).waitFor()
  await checkState(nurse, 'outbreak')
  // What is filled in by hand has its columns on paper alone.
  const onset = list.getByRole('columnheader', { name: t('outbreaks:onset'), includeHidden: true })
  expect(await onset.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await onset.waitFor()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: t('outbreaks:testThem', { count: 2 }) }).click()
  const form = page.getByRole('form', { name: t('shell:page.newRound') })
  await form.getByText('Ash House', { exact: true }).waitFor()
  await form.getByRole('checkbox', { name: 'Dan Ash' }).waitFor()
  await checkState(nurse, 'round-of-outbreak')
  await form.getByRole('button', { name: t('rounds:start.submit') }).click()
  const rows = page.locator('[data-row]')
  await rows.filter({ hasText: 'Eve Ash' }).waitFor()
  expect(await rows.count()).toBe(2)
})
