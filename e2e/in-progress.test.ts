import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import { installation } from './stage/worker.ts'
import { phone, type Visit } from './stage/visit.ts'
import { pressAlone } from './steps/keyboard.ts'
import { exportList, recordLink } from './steps/list.ts'
import { choosePlace, chooseSubject, heading, openRecording } from './steps/record-test.ts'
import { goBy, runCard, startTimer } from './steps/timers.ts'

journey('three timers at once: one is read early, one in time, and one late on another device', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'group' })
  const { page, t } = nurse
  // The clock of her computer is three hours off.
  await nurse.context.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3 * 60 * 60 * 1000
  })
  await openRecording(nurse)
  await choosePlace(nurse)
  for (const name of ['early', 'timely', 'late']) {
    await startTimer(nurse, emailOf(name))
    if (name !== 'late') await page.getByRole('button', { name: t('testRuns:started.another') }).click()
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:page.inProgress') })
    .click()
  await card(nurse, 'early').getByText(t('testRuns:phase.developing')).waitFor()
  await goBy(installation().dataDir, nurse, emailOf('timely'), 16)
  await goBy(installation().dataDir, nurse, emailOf('late'), 31)
  await page.reload()
  await card(nurse, 'timely').getByText(t('testRuns:phase.ready')).waitFor()
  await card(nurse, 'late').getByText(t('testRuns:phase.late')).waitFor()
  // Readable tests come first.
  await expect.poll(() => page.getByRole('article').first().textContent()).toContain(emailOf('timely'))

  // A colleague opens the same test on a phone, and is too slow.
  const colleague = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await colleague.go('/in-progress')
  await openReading(colleague, 'timely')
  await openReading(nurse, 'timely')
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await pressAlone(page, '2')
  await page.getByRole('dialog').getByRole('radio', { checked: true }).waitFor()
  await pressAlone(page, 'Enter')
  await saved(nurse)
  await choose(colleague, 'positive')
  await save(colleague)
  await colleague.page.getByText(t('testRuns:ended.finished')).waitFor()
  await colleague.go('/in-progress')

  await openReading(nurse, 'early')
  await choose(nurse, 'negative')
  await save(nurse)
  await page.getByText(t('rules:readingReason')).waitFor()
  await page.getByLabel(t('testRuns:reason.early')).fill('The line came at once')
  await save(nurse)
  await saved(nurse)

  await openReading(colleague, 'late')
  await choose(colleague, 'positive')
  await colleague.page.getByLabel(t('testRuns:reason.late')).fill('Everybody was at the door')
  await save(colleague)
  await saved(colleague)
  await expect.poll(() => card(colleague, 'late').count()).toBe(0)

  await nurse.go(`/test-records?search=${encodeURIComponent(emailOf('late'))}&reading=late`)
  const [, row] = await exportList(nurse)
  expect(row).toMatch(/Everybody was at the door/)
  await recordLink(nurse, '').first().click()
  await page.getByText('Everybody was at the door').first().waitFor()
})

journey(
  'with a kit that requires the timer, whoever records is led to it, and reads the result in time',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'harbour', as: 'tenant' })
    const kit = 'Strict saliva test'
    await admin.go('/assays/new')
    const form = admin.page.getByRole('dialog')
    await form.getByLabel(admin.t('fields:name'), { exact: true }).first().fill(kit)
    await form.locator('[name="analytes.0.name"]').fill('SARS-CoV-2')
    await form.getByLabel(admin.t('fields:readFromMinutes')).fill('15')
    await form.getByLabel(admin.t('fields:readUntilMinutes')).fill('30')
    await form.getByLabel(admin.t('fields:requiresTimer')).check()
    await form.getByRole('button', { name: admin.t('assayForm:form.submit') }).click()
    await admin.page.getByText(admin.t('assays:created')).waitFor()

    const nurse = await visit({ tenant: 'harbour', as: 'group' })
    const { page, t } = nurse
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email: emailOf('strict') })
    await page.getByLabel(t('fields:assayId')).selectOption({ label: kit })
    await heading(nurse, 'recordingDetails:timer.title').waitFor()
    await expect.poll(() => page.getByRole('radio').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: t('recording:continue') }).count()).toBe(0)
    await checkState(nurse, 'required-timer')
    await page.getByRole('button', { name: t('recordingDetails:timer.start') }).click()
    await heading(nurse, 'testRuns:started.title').waitFor()

    await goBy(installation().dataDir, nurse, emailOf('strict'), 16)
    await nurse.go('/in-progress')
    await card(nurse, 'strict').getByText(t('testRuns:phase.ready')).waitFor()
    await openReading(nurse, 'strict')
    await choose(nurse, 'negative')
    // The entered data is there after the page was closed.
    await page.getByText(new RegExp(t('recording:draft.kept', { time: '' }))).waitFor()
    await page.reload()
    await page.getByRole('button', { name: t('testRuns:begun.startOver') }).waitFor()
    await save(nurse)
    await saved(nurse)
    await nurse.go(`/test-records?search=${encodeURIComponent(emailOf('strict'))}`)
    await recordLink(nurse, '').first().click()
    await page.getByText(t('testRecords:reading.in-time')).first().waitFor()
  },
)

const emailOf = (name: string) => `${name}@timers.test`

function card(visit: Visit, name: string) {
  return runCard(visit, emailOf(name))
}

async function openReading(visit: Visit, name: string) {
  await card(visit, name)
    .getByRole('link', { name: new RegExp(`^(${visit.t('shell:page.readRun')}|${visit.t('testRuns:readEarly')})`) })
    .click()
  await visit.page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' })
}

async function choose({ page, t }: Visit, result: 'positive' | 'negative') {
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t(`results:${result}`) })
    .check({ force: true })
}

async function save({ page, t }: Visit) {
  await page.getByRole('button', { name: t('recording:review.save') }).click()
}

async function saved({ page }: Visit) {
  await page.waitForURL('**/in-progress')
}
