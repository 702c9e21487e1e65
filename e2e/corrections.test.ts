import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { expectFocus, tabTo } from './steps/keyboard.ts'
import { exportList, recordLink, searchTests } from './steps/list.ts'
import { heading, recordTest } from './steps/record-test.ts'

journey('a test is corrected by two at once, read in its history, voided, and found again', async ({ visit }) => {
  const mine = await visit({ tenant: 'harbour', as: 'group' })
  const { page, t } = mine
  const testId = await recordTest(mine, { email: 'corrected@journey.test', results: ['negative'] })
  await searchTests(mine, testId)
  await recordLink(mine, testId).click()
  const correct = page.getByRole('link', { name: t('testRecords:record.correct'), exact: true })
  await correct.waitFor()
  const theirs = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await theirs.go(`${new URL(page.url()).pathname}/correct`)
  await lot(theirs).waitFor()

  await tabTo(page, correct)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t('results:positive') })
    .check()
  await lot(mine).fill('LOT-MINE')
  await chooseReason(mine)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: t('changing:correct.submit') }).press('Enter')
  await page.getByText(t('changing:correct.updated')).waitFor()
  await expectFocus(correct)
  await page.getByText(`${t('testRecords:record.lot')}: ${t('changing:history.nothing')} → LOT-MINE`).waitFor()
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
  await page.getByRole('link', { name: t('testRecords:record.void'), exact: true }).click()
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
})

function lot({ page, t }: Visit) {
  return page.getByRole('dialog').getByLabel(new RegExp(`^${t('testRecords:record.lot')} \\(`))
}

async function chooseReason({ page, t }: Visit) {
  await page
    .getByRole('dialog')
    .getByLabel(t('changing:reason'), { exact: true })
    .selectOption('data-entered-incorrectly')
}

async function save({ page, t }: Visit) {
  await page.getByRole('button', { name: t('changing:correct.submit') }).click()
}
