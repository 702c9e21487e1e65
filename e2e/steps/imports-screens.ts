import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { answerFirst, resultsFile, sendFile } from './import-file.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks every step of an import, from the choice of a file to the undone import. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for imports', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/imports/new')
    await page.getByRole('button', { name: t('importing:new.choose') }).waitFor()
    await checkScreen(admin, 'import-new', 'shell:page.newImport')

    const ofLocale = locale.replace('_', '')
    const row = {
      firstName: 'Ines',
      lastName: `Marlow ${ofLocale}`,
      dateOfBirth: '02/14/1951',
      performedAt: '06/13/2026 2:05PM',
      email: `ines.${ofLocale}@people.example`,
    }
    const rows = [
      row,
      { ...row, firstName: 'Otto', email: `otto.${ofLocale}@people.example`, result: 'POSITIVE' },
      { ...row, firstName: 'Vera', email: `vera.${ofLocale}@people.example`, result: 'UNDETERMINED' },
      { ...row, firstName: 'Hugo', email: `hugo.${ofLocale}@people.example`, correction: 'REMOVED' },
      { ...row, firstName: 'Ada', dateOfBirth: '02/31/1949', email: 'ada' },
      row,
    ]
    await sendFile(admin, `simplereport-test-results-${ofLocale}.csv`, resultsFile(rows))
    const questions = page.getByRole('form', { name: t('importing:step.questions') })
    await questions.getByRole('combobox').first().waitFor()
    await page.getByRole('article').first().waitFor()
    await checkScreen(admin, 'import-questions', 'shell:page.import')
    await questions.getByRole('radio', { name: t('importing:ask.undetermined.invalid') }).check()
    await questions.getByRole('radio', { name: t('importing:ask.removed.leave-out'), exact: true }).check()
    await answerFirst(admin)
    await page.getByRole('button', { name: t('importing:run.submit', { count: 3 }) }).waitFor()
    await page.getByRole('form', { name: t('importing:row.correctRow', { line: 6 }) }).waitFor()
    await checkScreen(admin, 'import-rows', 'shell:page.import')
    await page.getByRole('button', { name: t('importing:count.all') }).click()
    await page.getByRole('article').nth(4).waitFor()
    await checkScreen(admin, 'import-all-rows', 'shell:page.import')

    await page.getByRole('button', { name: t('importing:run.submit', { count: 3 }) }).click()
    const question = page.getByRole('dialog', { name: t('importing:run.title', { count: 3 }) })
    await question.waitFor()
    await checkScreen(admin, 'import-confirm', 'shell:page.import')
    await question.getByRole('button', { name: t('importing:run.submit', { count: 3 }) }).click()
    await page.getByText(t('importing:run.done')).waitFor()
    await page.getByRole('article').first().waitFor()
    await checkScreen(admin, 'import-done', 'shell:page.import')
    await page.getByRole('button', { name: t('importing:undo') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('importing:undo') })
      .click()
    await page.getByText(t('importing:undo.voided')).waitFor()
    // The rows leave as soon as nothing needs them.
    await page
      .getByRole('article')
      .or(page.getByText(t('importing:rows.removedUndone')))
      .first()
      .waitFor()
    await checkScreen(admin, 'import-undone', 'shell:page.import')

    await admin.turnTo('/imports/new')
    await sendFile(
      admin,
      `people-${ofLocale}.csv`,
      `Who,Called,Since,Room\nMarlow,Ines,2/14/1951,12\nMarlow,Otto,3/1/1949,14\n`,
    )
    await page.getByRole('form', { name: t('importing:step.file') }).waitFor()
    await page.getByText('Marlow · ').or(page.getByText('Ines · Otto')).first().waitFor()
    await page.getByRole('button', { name: t('importing:columns.submit') }).click()
    await page.getByRole('alert').waitFor()
    await checkScreen(admin, 'import-columns', 'shell:page.import')

    await admin.turnTo('/imports')
    await page.getByRole('link', { name: `people-${ofLocale}.csv` }).waitFor()
    await checkScreen(admin, 'imports', 'shell:page.imports')
    await expectRowInSight(admin)
    await admin.turnTo('/imports/new')
    await sendFile(admin, `photo-${ofLocale}.csv`, '\u0089PNG\r\n\u001a\n')
    await page.getByRole('alert').waitFor()
    await checkScreen(admin, 'import-refused', 'shell:page.import')
  })
}
