import type { Result } from '../../contract/rules/results.ts'
import type { Visit } from '../stage/visit.ts'
import { heading } from './record-test.ts'

/** The card of a test that waits for its second reader. */
export function unreadCard({ page, t }: Visit, text: string) {
  return page
    .getByRole('region', { name: new RegExp(t('secondReadings:unread.title')) })
    .locator('article', { hasText: text })
}

/** Opens a test for its second reading, and waits until it can be read. */
export async function openUnread(visit: Visit, text: string): Promise<void> {
  await visit.go('/in-progress')
  await unreadCard(visit, text)
    .first()
    .getByRole('link', { name: new RegExp(`^${visit.t('secondReadings:unread.read')}`) })
    .click()
  await visit.page.getByRole('form', { name: visit.t('shell:page.readAgain') }).waitFor()
}

/** Reads the test whose panel is open; several lines get equal results. */
export async function readAgain(visit: Visit, result: Result): Promise<void> {
  const { page, t } = visit
  const dialog = page.getByRole('dialog', { name: t('shell:page.readAgain') })
  for (const choice of await dialog.getByRole('radio', { name: t(`results:${result}`) }).all()) {
    await choice.check({ force: true })
  }
  await dialog.getByRole('button', { name: t('secondReadings:read.submit') }).click()
  await heading(visit, 'secondReadings:both.differ').or(heading(visit, 'secondReadings:both.agreed')).waitFor()
}
