import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { demoPassword, emailOf } from '../stage/demo.ts'
import type { AnyVisit } from '../stage/screen.ts'
import { startServer, type RunningServer } from '../stage/server.ts'
import { tabTo } from '../steps/keyboard.ts'
import {
  choosePlace,
  chooseSubject,
  enterResults,
  heading,
  proceed,
  savedTestId,
  saveTest,
} from '../steps/record-test.ts'
import type { RunningBrowser } from './driver.ts'
import { engines, visitIn } from './engines.ts'

const pictures = path.join(import.meta.dirname, '../../node_modules/.cache/engines')

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** An administrator’s day on one page, from the login on: each test continues the session of the first. */
describe.each(Object.entries(engines))('in %s', (name, start) => {
  let browser: RunningBrowser
  let visit: AnyVisit
  beforeAll(async () => {
    browser = await start()
    visit = visitIn(browser, server.port)
  })
  afterAll(() => browser.close())

  /** A test that shows the screen if it fails, and fails if the browser reports an error. */
  function journey(title: string, walk: (visit: AnyVisit) => Promise<void>): void {
    // oxlint-disable-next-line vitest/valid-title -- each journey below gives its own
    test(title, async () => {
      onTestFailed(async () => {
        const picture = path.join(pictures, `${name} ${title}.png`.replaceAll(' ', '-'))
        await mkdir(pictures, { recursive: true })
        await writeFile(picture, await browser.driver.screenshot())
        process.stderr.write(`What the screen showed is in ${picture}\n`)
      })
      await walk(visit)
      expect(visit.complaints.splice(0)).toEqual([])
    })
  }

  journey('a user logs in by keyboard alone', async (visit) => {
    const { page, t, go } = visit
    await go('/login')
    await tabTo(page, page.getByLabel(t('fields:email'), { exact: true }))
    await page.keyboard.type(emailOf('harbour', 'tenant'))
    await tabTo(page, page.getByLabel(t('fields:password'), { exact: true }))
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await heading(visit, 'dashboard:latest').waitFor()
  })

  journey('a record opens beside the list, and closes again', async ({ page, t, go }) => {
    await go('/test-records?range=custom')
    await page.locator('[data-row]').first().click()
    const print = page.getByRole('complementary').getByRole('button', { name: t('testRecords:record.print') })
    await print.waitFor()
    await page.keyboard.press('Escape')
    await print.waitFor({ state: 'detached' })
  })

  journey('a test is recorded and is in the list', async (visit) => {
    const { page, go } = visit
    await go('/create-test')
    await choosePlace(visit)
    await chooseSubject(visit, { email: `${name}@engines.test`, results: [] })
    await enterResults(visit, ['negative'])
    await proceed(visit)
    await heading(visit, 'recording:review.title').waitFor()
    await saveTest(visit)
    const testId = await savedTestId(visit)
    await go(`/test-records?search=${testId}`)
    await page.locator('[data-row]', { hasText: testId }).waitFor()
  })

  journey('an organisation is created, and a group in it', async ({ page, t, go }) => {
    await go('/organisations')
    await page.getByRole('link', { name: t('organisations:create') }).click()
    const organisation = page.getByRole('form', { name: t('organisations:create') })
    await organisation.getByLabel(t('fields:name'), { exact: true }).fill(`Quay Practice of ${name}`)
    await organisation.getByLabel(t('fields:streetAddress'), { exact: true }).fill('1 Fish Quay')
    await organisation.getByLabel(t('places:postcode.GB')).fill('PL4 0LH')
    await organisation.getByRole('button', { name: t('organisations:form.submit') }).click()
    await page.getByText(t('organisations:created')).waitFor()
    await page.locator('[data-row]', { hasText: `Quay Practice of ${name}` }).waitFor()
    // The page opens beside its list, and stays.
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()

    await go('/groups')
    await page.getByRole('link', { name: t('groups:create') }).click()
    const group = page.getByRole('form', { name: t('groups:create') })
    await group.getByRole('combobox', { name: t('fields:organisationId') }).fill('Quay Prac')
    await page.getByRole('option', { name: `Quay Practice of ${name}` }).click()
    await group.getByLabel(t('fields:name'), { exact: true }).fill('Evening team')
    await group.getByRole('button', { name: t('groups:form.submit') }).click()
    await page.getByText(t('groups:created')).waitFor()
  })

  journey('a user is invited to that group', async ({ page, t, go }) => {
    const email = `${name.toLowerCase()}@staff.test`
    await go('/users/new')
    const form = page.getByRole('form', { name: t('shell:page.newUser') })
    await form.getByLabel(t('fields:fullName')).fill('Nora Quill')
    await form.getByLabel(t('users:email'), { exact: true }).fill(email)
    await form.getByLabel(t('fields:userType'), { exact: true }).selectOption('clinical')
    await form.getByRole('combobox', { name: t('fields:organisationId') }).fill('Quay Prac')
    await page.getByRole('option', { name: `Quay Practice of ${name}` }).click()
    await form.getByRole('combobox', { name: t('users:form.addGroup') }).click()
    await page.getByRole('option', { name: 'Evening team' }).click()
    await form.getByRole('button', { name: t('users:form.submit') }).click()
    await form.getByText(t('users:form.sent', { email })).waitFor()
  })

  journey('a subject is edited', async ({ page, t, go }) => {
    await go(`/subjects?search=${name}@engines.test`)
    await page.locator('[data-row]').first().click()
    await page.getByRole('link', { name: t('subjects:edit'), exact: true }).click()
    const form = page.getByRole('dialog', { name: t('shell:page.editSubject') })
    await form.getByLabel(t('fields:localId')).fill(`CARD ${name}`)
    await form.getByRole('button', { name: t('shell:saveChanges') }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('complementary').getByText(`CARD ${name}`).waitFor()
  })
})
