import { expect } from 'vitest'
import type { Result } from '../contract/rules/results.ts'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import type { Visit } from './stage/visit.ts'
import { onPaper } from './steps/held-back.ts'
import { makeKit } from './steps/kits.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { linkOf, mailTo, sentMail } from './steps/mail.ts'
import {
  choosePlace,
  chooseSubject,
  heading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

const tenant = 'harbour'
const kits = ['HIV kit A', 'HIV kit B', 'HIV kit C'] as const

/** Enters the result of the step that is shown and saves it. Returns the test ID. */
async function saveStep(visit: Visit, result: Result): Promise<string> {
  const { page, t } = visit
  await page.getByText(t('testingAlgorithms:step.text'), { exact: false }).waitFor()
  await page.getByRole('radio', { name: t(`results:${result}`) }).check({ force: true })
  await proceed(visit)
  await heading(visit, 'recording:review.title').waitFor()
  await saveTest(visit)
  return await savedTestId(visit)
}

/** Records the first test of somebody, by the algorithm that its kit begins. */
async function beginSet(visit: Visit, email: string): Promise<string> {
  const { page, t } = visit
  await openRecording(visit)
  await choosePlace(visit)
  await chooseSubject(visit, { email })
  await heading(visit, 'recording:test.title').waitFor()
  await page.getByLabel(t('fields:assayId'), { exact: true }).selectOption({ label: kits[0] })
  await page.getByRole('button', { name: t('testingAlgorithms:offer.start') }).click()
  return await saveStep(visit, 'positive')
}

/** Goes on with the test that the page of the saved test proposes. */
async function goOn(visit: Visit, step: string, kit: string): Promise<void> {
  const { page, t } = visit
  await page.getByRole('link', { name: t('testingAlgorithms:saved.next', { step, kit }) }).click()
  await heading(visit, 'recording:subject.found').waitFor()
  await proceed(visit)
  await heading(visit, 'recording:test.title').waitFor()
}

journey('three kits in a row have one outcome, and no single result leaves before it', async ({ visit }) => {
  const admin = await visit({ tenant, as: 'tenant' })
  const { page: desk, t } = admin
  for (const kit of kits) await makeKit(admin, kit)
  await admin.go('/testing-algorithms')
  await desk.getByRole('link', { name: t('shell:page.newTestingAlgorithm') }).click()
  const form = desk.getByRole('dialog')
  await form.getByLabel(t('testingAlgorithms:form.name')).fill('HIV in three')
  for (const [at, kit] of kits.entries()) {
    await form.getByLabel(t('testingAlgorithms:kit')).nth(at).selectOption({ label: kit })
  }
  // A path that is left open is refused at its place.
  const invalid = form.getByLabel(t('testingAlgorithms:form.leads', { result: t('results:invalid') }))
  await invalid.first().selectOption('')
  await form.getByRole('button', { name: t('testingAlgorithms:form.submit') }).click()
  await form.getByText(t('rules:wayOpen')).waitFor()
  await checkState(admin, 'testing-algorithm-form')
  await invalid.first().selectOption({ label: t('testingAlgorithms:form.inconclusive') })
  await form.getByRole('button', { name: t('testingAlgorithms:form.submit') }).click()
  await desk.getByRole('heading', { name: `A3: ${kits[2]}` }).waitFor()
  await checkState(admin, 'testing-algorithm')

  const nurse = await visit({ tenant, as: 'organisation' })
  const { page } = nurse
  const email = 'in-order@journey.test'
  const first = await beginSet(nurse, email)
  await page.getByRole('link', { name: t('testingAlgorithms:saved.open') }).waitFor()
  await checkState(nurse, 'saved-step-of-set')
  // What is typed and saved of a step is no more on paper than its record.
  expect(await onPaper(nurse)).toBe([first, t('results:heldBackPage')].join('\n\n'))
  await goOn(nurse, 'A2', kits[1])
  expect(await onPaper(nurse)).toBe(t('results:heldBackPage'))
  await saveStep(nurse, 'positive')

  // The record of a step is neither sent nor printed.
  await searchTests(nurse, first)
  await recordLink(nurse, first).click()
  await page.getByText(t('testRecords:record.heldBack')).waitFor()
  expect(await page.getByRole('button', { name: t('testRecords:record.send'), exact: true }).count()).toBe(0)
  expect((await sentMail(nurse)).filter(({ to }) => to === email)).toEqual([])
  await page.getByRole('link', { name: t('testRecords:record.step', { step: 'A1', name: 'HIV in three' }) }).click()
  await heading(nurse, 'testingAlgorithms:set.next').waitFor()
  await checkState(nurse, 'test-set-open')
  await page.getByRole('link', { name: t('testingAlgorithms:set.record') }).click()
  await heading(nurse, 'recording:subject.found').waitFor()
  await proceed(nurse)
  const last = await saveStep(nurse, 'positive')
  await page.getByRole('link', { name: t('testingAlgorithms:saved.open') }).click()
  await page.getByRole('button', { name: t('testingAlgorithms:set.print') }).waitFor()
  await checkState(nurse, 'test-set-ended')

  await searchTests(nurse, last)
  await recordLink(nurse, last).click()
  await page.getByRole('button', { name: t('testRecords:record.send'), exact: true }).click()
  await page.getByRole('button', { name: t('delivering:send.email') }).click()
  const person = await visit({ tenant })
  await person.go(linkOf(await mailTo(person, email)))
  await person.page.getByLabel(t('fields:dateOfBirth')).fill('05/03/1980')
  await person.page.getByRole('button', { name: t('sentResult:submit') }).click()
  const said = t('sentResult:outcome', { outcome: t('testingAlgorithms:form.positive') })
  await person.page.getByText(said).waitFor()
  await checkState(person, 'sent-result-of-set')
})

journey('a set is begun from the page of a person by one press', async ({ visit }) => {
  const nurse = await visit({ tenant, as: 'organisation' })
  const { page, t } = nurse
  await nurse.go('/subjects')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: t('testingAlgorithms:person.begin', { name: 'HIV in three' }) }).click()
  await heading(nurse, 'recording:subject.found').waitFor()
  await proceed(nurse)
  await saveStep(nurse, 'negative')
  const outcome = t('testingAlgorithms:form.negative')
  await page.getByText(t('testingAlgorithms:saved.ended', { outcome })).waitFor()
})

journey('tests that disagree are inconclusive, with the day of the next one', async ({ visit }) => {
  const nurse = await visit({ tenant, as: 'organisation' })
  const { page, t } = nurse
  await beginSet(nurse, 'disagree@journey.test')
  await goOn(nurse, 'A2', kits[1])
  await saveStep(nurse, 'negative')
  const outcome = t('testingAlgorithms:form.inconclusive')
  await page.getByText(t('testingAlgorithms:saved.ended', { outcome })).waitFor()
  await page.getByRole('link', { name: t('testingAlgorithms:saved.open') }).click()
  await page.getByText(t('testingAlgorithms:set.followUpOn'), { exact: true }).waitFor()
  await checkState(nurse, 'test-set-inconclusive')
})
