/** Draws docs/screenshots: the main screens of three tenants, at desktop and phone size, as small PNG files. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from './stage/browser.ts'
import { startServer } from './stage/server.ts'
import { desktop, openVisit, phone, type Stage, type Visit, type VisitOptions } from './stage/visit.ts'
import { devicePhoto } from './steps/device-photo.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { linkOf, sentMail } from './steps/mail.ts'
import { openUnread } from './steps/second-readings.ts'
import { addSubject } from './steps/subjects.ts'
import { goBy, startTimer } from './steps/timers.ts'
import {
  choosePlace,
  chooseSubject,
  enterTest,
  heading,
  openRecording,
  recordTest,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

const folder = path.join(import.meta.dirname, '../docs/screenshots')

async function drawAll(stage: Stage, dataDir: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const old of await readdir(folder)) if (old.endsWith('.png')) await rm(path.join(folder, old))
  for (const size of [desktop, phone]) {
    await withVisit(stage, { tenant: 'harbour', size }, drawLogin)
    await withVisit(stage, { tenant: 'harbour', size, as: 'tenant' }, drawReviewing)
    await withVisit(stage, { tenant: 'harbour', size, as: 'provider' }, drawRecording)
    await withVisit(stage, { tenant: 'harbour', size, as: 'provider' }, (visit) => drawTimers(visit, dataDir))
    await withVisit(stage, { tenant: 'harbour', size, as: 'group' }, drawPeople)
    await withVisit(stage, { tenant: 'harbour', size, as: 'tenant' }, drawPlaces)
    await withVisit(stage, { tenant: 'harbour', size, as: 'tenant' }, drawMerging)
    await withVisit(stage, { tenant: 'harbour', size, as: 'group' }, drawLater)
    await withVisit(stage, { tenant: 'harbour', size }, (person) =>
      withVisit(stage, { tenant: 'harbour', as: 'group' }, (staff) => drawSentResult(staff, person)),
    )
    await withVisit(stage, { tenant: 'harbour', size, as: 'organisation' }, drawReaders)
  }
  await withVisit(stage, { tenant: 'meadow' }, drawLogin)
  await withVisit(stage, { tenant: 'cascade', as: 'tenant', locale: 'es_MX' }, drawReviewing)
}

async function drawLogin(visit: Visit): Promise<void> {
  await visit.go('/login')
  await visit.page.getByRole('button', { name: visit.t('session:submit'), exact: true }).waitFor()
  await draw(visit, 'login')
}

async function drawPeople(visit: Visit): Promise<void> {
  await visit.go('/invites')
  await visit.page.getByText('@people.').first().waitFor()
  await draw(visit, 'invites')
  await visit.go('/users?perPage=10')
  await recordLink(visit, '').first().waitFor()
  await draw(visit, 'users')
  await recordLink(visit, '').nth(1).click()
  await visit.page.getByText(visit.t('users:facts.access')).waitFor()
  await draw(visit, 'user')
  await visit.go('/subjects?perPage=10')
  await visit.page.locator('[data-row]').first().waitFor()
  if (visit.page.viewportSize()?.width === phone.width) await draw(visit, 'subjects')
  await visit.page.locator('[data-row]').first().click()
  await visit.page.getByRole('link', { name: visit.t('subjects:testsAll') }).waitFor()
  await draw(visit, 'subject')
  await visit.page.getByRole('link', { name: visit.t('subjects:edit'), exact: true }).click()
  await visit.page.getByLabel(visit.t('fields:localId')).waitFor()
  await draw(visit, 'subject-form')
  await visit.go('/own-user')
  await heading(visit, 'ownAccount:title').waitFor()
  await draw(visit, 'account')
}

async function drawPlaces(visit: Visit): Promise<void> {
  const { page, t } = visit
  const isThere = () => page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
  await visit.go('/organisations')
  await recordLink(visit, '').first().waitFor()
  await draw(visit, 'organisations')
  await recordLink(visit, '').first().click()
  await isThere()
  await draw(visit, 'organisation')
  await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
  await page.getByLabel(t('fields:streetAddress'), { exact: true }).waitFor()
  await draw(visit, 'organisation-form')
  await visit.go('/groups?perPage=10')
  await recordLink(visit, '').first().waitFor()
  await draw(visit, 'groups')
  await recordLink(visit, '').first().click()
  await isThere()
  await draw(visit, 'group')
  await visit.go('/users/new')
  const form = page.getByRole('form', { name: t('shell:page.newUser') })
  await form.getByLabel(t('fields:fullName')).fill('Nora Quill')
  await form.getByLabel(t('users:email'), { exact: true }).fill('nora.quill@harbour.test')
  await form.getByLabel(t('fields:userType'), { exact: true }).selectOption('clinical')
  await form.getByRole('combobox', { name: t('fields:organisationId') }).click()
  await draw(visit, 'user-form')
}

/** Draws two duplicate subjects, who were added in two groups. */
async function drawMerging(visit: Visit): Promise<void> {
  const { page, t } = visit
  // Each size uses other people, so that there are never more than two.
  const isPhone = page.viewportSize()?.width === phone.width
  const person = { firstName: 'Dorothea', dateOfBirth: isPhone ? '1938-11-04' : '1941-03-12' }
  const email = `${isPhone ? 'd' : 'dorothea'}.ellingham@people.harbour.test`
  const id = await addSubject(visit, { ...person, lastName: 'Ellingham', email, group: 0, tests: 3 })
  await addSubject(visit, { ...person, lastName: 'Elingham', email, group: 1, tests: 1 })
  await visit.go(`/subjects/${id}`)
  await page.getByText(t('merging:duplicates.title')).waitFor()
  await page.getByRole('link', { name: t('subjects:testsAll') }).waitFor()
  await draw(visit, 'subject-duplicate')
  await page.getByRole('link', { name: new RegExp(`^${t('merging:compare')} `) }).click()
  await page.getByRole('dialog').getByRole('table').waitFor()
  await draw(visit, 'subject-merge')
}

async function drawReviewing(visit: Visit): Promise<void> {
  await visit.go('/?range=all')
  await visit.page.locator('main time').first().waitFor()
  await visit.page.getByRole('heading', { name: visit.t('charts:hours.title') }).waitFor()
  await draw(visit, 'dashboard')
  await draw(visit, 'dashboard-charts', visit.page.getByRole('heading', { name: visit.t('charts:lots.title') }))
  await visit.go('/test-records?range=last-7-days&perPage=10')
  await recordLink(visit, '').first().waitFor()
  if (visit.page.viewportSize()?.width === phone.width) await draw(visit, 'list')
  const withPhoto = visit.page.locator('img[src*="device-images"]')
  await recordLink(visit, '').first().click()
  await visit.page.getByRole('button', { name: visit.t('testRecords:record.print'), exact: true }).waitFor()
  if ((await withPhoto.count()) > 0) await withPhoto.first().evaluate((image: HTMLImageElement) => image.decode())
  await draw(visit, 'record')
}

async function drawRecording(visit: Visit): Promise<void> {
  const { page, t } = visit
  await openRecording(visit)
  await heading(visit, 'recording:place.title').waitFor()
  await draw(visit, 'recording-1-place')
  await choosePlace(visit)
  await page.getByLabel(t('fields:email')).fill('da')
  await page.getByRole('option').first().waitFor()
  await draw(visit, 'recording-2-matches')
  await chooseSubject(visit, { email: 'alex.morgan@people.harbour.test', results: [] })
  await heading(visit, 'recording:test.title').waitFor()
  await page.goBack()
  await heading(visit, 'recording:subject.found').waitFor()
  await draw(visit, 'recording-2-subject')
  await page.getByRole('button', { name: t('recording:continue') }).click()
  await heading(visit, 'recording:test.title').waitFor()
  await page.getByRole('radio', { name: t('results:negative') }).check({ force: true })
  await draw(visit, 'recording-3-test')
  await enterTest(visit, { results: ['negative'], photo: await devicePhoto() })
  await heading(visit, 'recording:review.title').waitFor()
  await draw(visit, 'recording-4-review')
  await saveTest(visit)
  await savedTestId(visit)
  await draw(visit, 'recording-5-saved')
}

/** Draws one test that can be read, one that cannot be read yet, and one that no longer can. */
async function drawTimers(visit: Visit, dataDir: string): Promise<void> {
  const { page, t } = visit
  const names = ['alex.morgan', 'casey.reed', 'sam.hill'].map((name) => `${name}@people.harbour.test`)
  const isFirst = page.viewportSize()?.width !== phone.width
  for (const [at, email] of names.entries()) {
    if (!isFirst) break
    await openRecording(visit)
    await choosePlace(visit)
    await startTimer(visit, email)
    await goBy(dataDir, visit, email, [19, 8, 34][at] ?? 0)
  }
  await visit.go('/in-progress')
  await page.getByText(t('testRuns:phase.late')).first().waitFor()
  await draw(visit, 'in-progress')
  await page
    .getByRole('link', { name: new RegExp(`^${t('shell:page.readRun')}`) })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await draw(visit, 'in-progress-read')
}

/** Draws the history of a corrected record. */
async function drawLater(visit: Visit): Promise<void> {
  const { page, t } = visit
  await visit.go('/test-records?state=corrected&perPage=10')
  await recordLink(visit, '').first().click()
  const history = page.getByRole('heading', { name: new RegExp(`^${t('changing:history.title')}`) })
  await history.waitFor()
  await draw(visit, 'record-history', history)
}

/** Draws a result on paper, and as the tested person opens it by the link in a message. */
async function drawSentResult(staff: Visit, person: Visit): Promise<void> {
  const { page, t } = staff
  const isPhone = person.page.viewportSize()?.width === phone.width
  const email = `${isPhone ? 'p' : 'pat'}.farrow@people.harbour.test`
  const testId = await recordTest(staff, { email, results: ['negative'], photo: await devicePhoto() })
  await searchTests(staff, testId)
  await recordLink(staff, testId).click()
  await page.getByRole('button', { name: t('delivering:send.email') }).click()
  await page.getByText(t('delivering:state.sent')).waitFor()
  if (!isPhone) {
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: t('testRecords:record.print'), exact: true }).click()
    await page.locator('html[data-printed]').waitFor()
    // A4 at 96 dots per inch.
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await draw(staff, 'printed-result')
  }
  const [mail] = (await sentMail(person)).filter(({ to }) => to === email)
  if (mail === undefined) throw new Error('The result was marked as sent, and is in no mail')
  await person.go(linkOf(mail))
  await person.page.getByLabel(t('fields:dateOfBirth')).fill('05/03/1980')
  await person.page.getByRole('button', { name: t('sentResult:submit') }).click()
  await heading(person, 'sentResult:negative').waitFor()
  await draw(person, 'sent-result')
}

/** Draws a test that waits for its second reader, and the agreement between readers. */
async function drawReaders(visit: Visit): Promise<void> {
  await openUnread(visit, '')
  await draw(visit, 'second-reading')
  await visit.go('/agreement')
  await heading(visit, 'secondReadings:agreement.same').waitFor()
  await draw(visit, 'agreement')
}

async function withVisit(stage: Stage, options: VisitOptions, work: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = await openVisit(stage, options)
  await work(visit)
  await visit.context.close()
}

/** Draws the visible part of the page in 128 colours: enough for flat drawings, and a third of the size. */
async function draw({ page, tenant, locale }: Visit, name: string, top?: Locator): Promise<void> {
  if (top === undefined) await page.evaluate(() => window.scrollTo(0, 0))
  else await top.evaluate((element) => element.scrollIntoView())
  const isPhone = page.viewportSize()?.width === phone.width
  const file = [tenant, name, ...(locale === 'es_MX' ? ['es'] : []), ...(isPhone ? ['phone'] : [])].join('-')
  const picture = sharp(await page.screenshot())
  await writeFile(
    path.join(folder, `${file}.png`),
    await picture.png({ palette: true, colours: 128, effort: 10 }).toBuffer(),
  )
}

const [server, browser] = await Promise.all([startServer(), startBrowser()])
try {
  await drawAll({ port: server.port, browser }, server.dataDir)
} finally {
  await browser.close()
  await server.stop()
}
