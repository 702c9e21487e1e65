import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'

/** Checks the list of rounds, the form that starts one, and the round of the demo data with its details and its end. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for rounds', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/rounds')
    const round = page.getByRole('article').getByRole('link').first()
    await round.waitFor()
    await checkScreen(admin, 'rounds', 'shell:page.rounds')
    await page.getByRole('link', { name: t('shell:page.newRound') }).click()
    await page.getByRole('button', { name: t('rounds:start.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'round-new-errors', 'shell:page.newRound')
    await admin.go('/rounds')
    await round.click()
    await page.locator('[data-row]').first().waitFor()
    await page.locator('[data-row] [data-name]').first().click()
    await page.getByRole('button', { name: t('rounds:enter'), exact: true }).waitFor()
    await page.getByRole('button', { name: t('rounds:finish') }).click()
    await page.getByRole('region', { name: t('rounds:finish.title') }).waitFor()
    await checkScreen(admin, 'round', 'shell:page.round')
  })
}
