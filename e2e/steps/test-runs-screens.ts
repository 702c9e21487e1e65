import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { installation } from '../stage/worker.ts'
import { goBy, runCard, startTimer } from './timers.ts'
import { choosePlace, heading, openRecording } from './record-test.ts'

/** Checks the tests in progress in each of their phases. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for tests in progress', async ({ visit }) => {
    const nurse = await visit({ tenant, locale, as: 'organisation' })
    const { page, t } = nurse
    const email = `screens@${locale.replace('_', '-').toLowerCase()}.timers.test`
    await openRecording(nurse)
    await choosePlace(nurse)
    await startTimer(nurse, email)
    await checkScreen(nurse, 'timer-started', 'shell:page.createTest')
    await nurse.go('/in-progress')
    await runCard(nurse, email).getByText(t('testRuns:phase.developing')).waitFor()
    await runCard(nurse, email)
      .getByRole('link', { name: new RegExp(`^${t('testRuns:readEarly')}`) })
      .click()
    await page.getByRole('button', { name: t('recording:review.save') }).click()
    await page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
    await checkScreen(nurse, 'reading-early-errors', 'shell:page.readRun')
    await goBy(installation().dataDir, nurse, email, 16)
    await nurse.go('/in-progress')
    await runCard(nurse, email).getByText(t('testRuns:phase.ready')).waitFor()
    await checkScreen(nurse, 'in-progress', 'shell:page.inProgress')
    await goBy(installation().dataDir, nurse, email, 60)
    await nurse.go('/in-progress')
    await runCard(nurse, email).getByText(t('testRuns:phase.late')).waitFor()
    await runCard(nurse, email)
      .getByRole('link', { name: new RegExp(`^${t('testRuns:cancel')}`) })
      .click()
    const submit = page.getByRole('button', { name: t('testRuns:cancel'), exact: true })
    await submit.click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(nurse, 'cancelling-errors', 'shell:page.cancelRun')
    await page.getByLabel(t('testRuns:cancelling.reason'), { exact: true }).selectOption('device-faulty')
    await submit.click()
    await heading(nurse, 'testRuns:empty.title').waitFor()
    await checkScreen(nurse, 'in-progress-empty', 'shell:page.inProgress')
  })
}
