import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { recordLink } from './list.ts'
import { openUnread, readAgain } from './second-readings.ts'

/**
 * Checks the tests that wait for a second reading, one before and after it, a settled one, and the agreement between
 * readers.
 */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for second readings', async ({ visit }) => {
    const reader = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = reader
    await openUnread(reader, '')
    await page.getByRole('button', { name: t('secondReadings:read.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
    await checkScreen(reader, 'second-reading-errors', 'shell:page.readAgain')
    await readAgain(reader, 'inconclusive')
    await checkScreen(reader, 'second-reading-differs', 'shell:page.readAgain')
    await reader.turnTo('/in-progress')
    await page.getByRole('heading', { name: new RegExp(t('secondReadings:unread.title')) }).waitFor()
    await checkScreen(reader, 'second-readings', 'shell:page.inProgress')
    await reader.turnTo('/test-records?second_reading=differ')
    await recordLink(reader, '').first().click()
    const settle = page.getByRole('link', { name: t('secondReadings:both.settle') })
    await settle.waitFor()
    await checkScreen(reader, 'readings-differ', 'shell:page.testRecord')
    await settle.click()
    await page.getByRole('button', { name: t('secondReadings:settle.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
    await checkScreen(reader, 'settling-errors', 'shell:page.settleReadings')
    await reader.turnTo('/agreement')
    await page.getByRole('heading', { name: t('secondReadings:agreement.readers') }).waitFor()
    await checkScreen(reader, 'agreement', 'shell:page.agreement')
    await reader.turnTo('/agreement?from=2001-01&to=2001-02')
    await page.getByRole('heading', { name: t('secondReadings:agreement.none') }).waitFor()
    await checkScreen(reader, 'agreement-none', 'shell:page.agreement')
  })
}
