import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { exportList, recordLink } from './steps/list.ts'
import { chooseSubject, enterResults, openRecording, proceed, savedTestId, saveTest } from './steps/record-test.ts'
import { openUnread, readAgain, unreadCard } from './steps/second-readings.ts'

const group = 'Two pairs of eyes'

journey(
  'a test is read by two people who differ, is settled, and counts in the agreement of readers',
  async ({ visit }) => {
    const first = await visit({ tenant: 'harbour', as: 'organisation' })
    const { page, t } = first
    await first.go('/groups/new')
    const form = page.getByRole('form', { name: t('groups:create') })
    await form.getByLabel(t('fields:name'), { exact: true }).fill(group)
    await form.getByRole('checkbox', { name: t('fields:twoReaders') }).check()
    await form.getByRole('button', { name: t('groups:form.submit') }).click()
    await page.getByText(t('groups:created')).waitFor()
    const before = await agreement(first)

    await openRecording(first)
    await page
      .getByRole('radiogroup', { name: t('fields:groupId') })
      .getByRole('radio', { name: group })
      .check({ force: true })
    await proceed(first)
    await chooseSubject(first, { email: 'twice@readings.test' })
    await enterResults(first, ['negative'])
    await proceed(first)
    await saveTest(first)
    const testId = await savedTestId(first)
    // Nobody is asked to read a test that they have already read.
    await first.go('/in-progress')
    await page.getByRole('region').first().waitFor()
    await expect.poll(() => unreadCard(first, testId).count()).toBe(0)
    await first.go(`/test-records?second_reading=awaiting&search=${testId}`)
    await recordLink(first, testId)
      .or(page.locator('tr', { hasText: testId }))
      .first()
      .waitFor()

    const second = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
    await openUnread(second, testId)
    const panel = second.page.getByRole('dialog')
    // The first reading appears nowhere except among the choices.
    await expect.poll(() => panel.locator('dl').getByText(t('results:negative')).count()).toBe(0)
    await expect.poll(() => panel.getByRole('radio', { checked: true }).count()).toBe(0)
    await readAgain(second, 'positive')
    await panel.getByText(t('secondReadings:both.differ')).waitFor()
    await panel.locator('dl').getByText(t('results:negative')).waitFor()

    // Users who may settle are led there from here, and colleagues from the tests in progress.
    await panel.getByRole('link', { name: t('secondReadings:both.settle') }).click()
    await second.page.getByRole('form', { name: t('shell:page.settleReadings') }).waitFor()
    await first.go('/in-progress')
    await page.getByRole('link', { name: t('secondReadings:differing.settle') }).click()
    await recordLink(first, testId).waitFor()

    await first.go(`/test-records?second_reading=differ&search=${testId}`)
    const [, row] = await exportList(first)
    expect(row).toContain(t('export:secondReading.differ'))
    await recordLink(first, testId).first().click()
    await page.getByRole('link', { name: t('secondReadings:both.settle') }).click()
    const settling = page.getByRole('form', { name: t('shell:page.settleReadings') })
    await settling.getByRole('button', { name: t('secondReadings:settle.submit') }).click()
    await settling.getByText(t('secondReadings:settle.choose')).waitFor()
    await settling.getByRole('radio', { name: new RegExp(t('results:positive')) }).check({ force: true })
    await settling.getByLabel(t('secondReadings:settle.reason')).fill('Faint, and there on the device')
    await settling.getByRole('button', { name: t('secondReadings:settle.submit') }).click()
    await page.getByText(t('secondReadings:settle.done')).waitFor()
    await page.getByText(t('secondReadings:both.settled'), { exact: true }).waitFor()
    await page.getByText(t('testRecords:record.correctedText')).waitFor()
    await page
      .getByText(/Faint, and there on the device/)
      .first()
      .waitFor()

    // Only the two readings count, whatever the record says since.
    expect(await agreement(first)).toEqual({ total: before.total + 1, agreed: before.agreed })
  },
)

/** The number of tests read twice in the last months, and of those that agree. */
async function agreement(visit: Visit): Promise<{ total: number; agreed: number }> {
  const { page, t } = visit
  await visit.go('/agreement')
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('secondReadings:agreement.same') }) })
  const [agreed = 0, total = 0] =
    ((await card.locator('p').last().textContent()) ?? '').replaceAll(/[,.]/g, '').match(/\d+/g)?.map(Number) ?? []
  return { total, agreed }
}
