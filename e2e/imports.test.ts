import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { answerFirst, resultsFile, sendFile } from './steps/import-file.ts'
import { typeByHand } from './steps/keyboard.ts'

journey('results of SimpleReport are imported, one row corrected by keyboard, and undone', async ({ visit }) => {
  const admin = await visit({ tenant: 'cascade', as: 'tenant' })
  const { page, t } = admin
  await admin.go('/subjects')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:page.newImport') })
    .click()
  const row = {
    firstName: 'Wilma',
    lastName: 'Fennimore',
    dateOfBirth: '02/14/1951',
    performedAt: '06/13/2026 2:05PM',
    email: 'wilma.fennimore@people.example',
  }
  const rows = [
    row,
    {
      ...row,
      firstName: 'Basil',
      dateOfBirth: '02/31/1949',
      email: 'basil.fennimore@people.example',
      result: 'POSITIVE',
    },
    row,
  ]
  await sendFile(admin, 'simplereport-test-results.csv', resultsFile(rows))
  await page.getByRole('form', { name: t('importing:step.questions') }).waitFor()
  await answerFirst(admin)

  await page.getByRole('button', { name: t('importing:run.submit', { count: 1 }) }).waitFor()
  const correction = page.getByRole('form', { name: t('importing:row.correctRow', { line: 3 }) })
  const birth = correction.getByLabel('Patient date of birth')
  await birth.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await typeByHand(page, '02/28/1949')
  await page.keyboard.press('Enter')
  await correction.waitFor({ state: 'detached' })

  const start = page.getByRole('button', { name: t('importing:run.submit', { count: 2 }) })
  await start.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: t('importing:run.title', { count: 2 }) })
  await question.getByRole('button', { name: t('importing:run.submit', { count: 2 }) }).click()
  await page.getByText(t('importing:run.done')).waitFor()
  const address = page.url()
  await admin.turnTo('/test-records?search=Fennimore')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Fennimore' }).count()).toBe(2)
  await admin.turnTo(new URL(address).pathname)
  await page.getByRole('button', { name: t('importing:undo') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('importing:undo') })
    .click()
  const facts = page.getByRole('region', { name: t('importing:undo.undone') })
  await facts.waitFor()
  expect((await facts.getByRole('definition').allInnerTexts()).slice(0, 2)).toEqual(['2', '2'])
  await admin.turnTo('/subjects?search=Fennimore')
  await page.getByRole('heading', { name: t('subjects:noMatch.title') }).waitFor()
})
