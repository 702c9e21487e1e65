import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { expectFocus, tabTo } from './steps/keyboard.ts'
import { exportList, recordLink, searchTests } from './steps/list.ts'
import { heading } from './steps/record-test.ts'
import { storeTest } from './steps/store-test.ts'

journey(
  'a test is corrected by two people at once, read in its history, voided, and found again',
  async ({ visit }) => {
    const mine = await visit({ tenant: 'harbour', as: 'group' })
    const { page, t } = mine
    const testId = await storeTest(mine, { email: 'corrected@journey.test', results: ['negative'] })
    await searchTests(mine, testId)
    await recordLink(mine, testId).click()
    const correct = page.getByRole('link', { name: t('testRecords:record.correct'), exact: true })
    await correct.waitFor()
    const theirs = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
    await theirs.go(`${new URL(page.url()).pathname}/correct`)
    await openFold(theirs)
    await lot(theirs).waitFor()

    await tabTo(page, correct)
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: t('results:positive') })
      .check()
    await openFold(mine)
    await lot(mine).fill('LOT-MINE')
    await chooseReason(mine)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: t('changing:correct.submit') }).press('Enter')
    await page.getByText(t('changing:correct.updated')).waitFor()
    await expectFocus(correct)
    await page.getByText(`${t('testRecords:record.lot')}: ${t('lists:nothing')} → LOT-MINE`).waitFor()
    await page.getByText(`${t('results:negative')} → ${t('results:positive')}`).waitFor()

    await lot(theirs).fill('LOT-THEIRS')
    await chooseReason(theirs)
    await save(theirs)
    await theirs.page.getByText(t('editing:news.clashing', { fields: t('testRecords:record.lot') })).waitFor()
    await theirs.page.getByRole('radio', { name: /LOT-THEIRS/ }).check()
    await save(theirs)
    await theirs.page.getByText(t('changing:correct.updated')).waitFor()
    await theirs.page.getByText('LOT-MINE → LOT-THEIRS').waitFor()

    await page.reload()
    await page.getByRole('link', { name: t('shell:page.voidTest'), exact: true }).click()
    await chooseReason(mine)
    await page.getByRole('button', { name: t('changing:void.submit') }).click()
    await page.getByText(t('changing:void.voided')).waitFor()
    await page.getByText(t('testRecords:record.voidedText')).waitFor()
    await expect.poll(() => correct.count()).toBe(0)
    await searchTests(mine, testId)
    await heading(mine, 'testRecords:noMatch.title').waitFor()
    await page
      .getByRole('button', { name: t('testRecords:filter.state.all') })
      .last()
      .click()
    await recordLink(mine, testId).waitFor()
    const [, row] = await exportList(mine)
    expect(row).toContain(t('testRecords:state.voided'))
  },
)

journey('a result is corrected in five clicks and choices, and sent in three', async ({ visit }) => {
  const manager = await visit({ tenant: 'harbour', as: 'group' })
  const { page, t } = manager
  const testId = await storeTest(manager, { email: 'five@journey.test', results: ['negative'] })
  await searchTests(manager, testId)
  let count = 0
  const click = async (target: Locator) => {
    count += 1
    await target.click()
  }
  await click(recordLink(manager, testId))
  await click(page.getByRole('link', { name: t('testRecords:record.correct'), exact: true }))
  const form = page.getByRole('dialog')
  await expectFocus(form.getByRole('radio', { name: t('results:negative') }))
  const [reason, submit] = [
    form.getByLabel(t('fields:reason'), { exact: true }),
    form.getByRole('button', { name: t('changing:correct.submit') }),
  ]
  for (const needed of [reason, submit]) await expect.poll(() => isInView(needed)).toBe(true)
  await click(form.getByRole('radio', { name: t('results:positive') }))
  count += 1
  await reason.selectOption('data-entered-incorrectly')
  await click(submit)
  await page.getByText(t('changing:correct.updated')).waitFor()
  expect(count, 'to correct').toBeLessThanOrEqual(5)

  await page.goto(`${manager.origin}/test-records`)
  await searchTests(manager, testId)
  count = 0
  await click(recordLink(manager, testId))
  const byEmail = page.getByRole('button', { name: t('delivering:send.email') })
  await byEmail.waitFor()
  await click(page.getByRole('button', { name: t('testRecords:record.send') }))
  await expect.poll(() => isInView(byEmail)).toBe(true)
  await click(byEmail)
  await page.getByText(t('delivering:sent')).waitFor()
  expect(count, 'to send').toBeLessThanOrEqual(3)
})

journey('for a kit with three lines the reason for a correction is in view, too', async ({ visit }) => {
  const manager = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = manager
  const [kit] = await listed(manager, 'assays?search=Respiratory')
  // At noon it is never asked which of two hours the time is in.
  const noon = 'hour=12&zone=Europe%2FLondon'
  const [record] = await listed(manager, `test-records?assay_id=${kit?.id}&${noon}&per_page=5`)
  await manager.go(`/test-records/${record?.id}/correct`)
  const form = page.getByRole('dialog')
  await expect.poll(() => form.getByRole('radiogroup').count()).toBe(3)
  for (const needed of [
    form.getByLabel(t('fields:reason'), { exact: true }),
    form.getByRole('button', { name: t('changing:correct.submit') }),
  ]) {
    await expect.poll(() => isInView(needed)).toBe(true)
  }
})

async function listed({ port, tenant, cookies }: Visit, path: string): Promise<{ id: string }[]> {
  const { body } = await send(port, tenant, `/${path}`, { cookies })
  return (JSON.parse(body) as { data: { id: string }[] }).data
}

/** True if the whole element is on the screen and nothing covers it. */
async function isInView(target: Locator): Promise<boolean> {
  return await target.evaluate((element) => {
    const { left, top, width, bottom } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= window.innerHeight && (element === seen || element.contains(seen))
  })
}

async function openFold({ page, t }: Visit) {
  await page.getByRole('dialog').getByText(t('changing:correct.more')).click()
}

function lot({ page, t }: Visit) {
  return page.getByRole('dialog').getByLabel(new RegExp(`^${t('testRecords:record.lot')} \\(`))
}

async function chooseReason({ page, t }: Visit) {
  await page
    .getByRole('dialog')
    .getByLabel(t('fields:reason'), { exact: true })
    .selectOption('data-entered-incorrectly')
}

async function save({ page, t }: Visit) {
  await page.getByRole('button', { name: t('changing:correct.submit') }).click()
}
