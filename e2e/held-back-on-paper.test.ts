import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { heldNote, onPaper, plantHeldBack } from './steps/held-back.ts'
import { typeByHand } from './steps/keyboard.ts'

/* A result that is held back goes on no paper, also where the browser prints a screen that staff may see by itself (Ctrl-P). */

journey('no screen with a result that is held back puts it on paper', async ({ visit }) => {
  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t, go } = admin
  const held = await plantHeldBack(admin, await visit({ tenant: 'harbour', as: 'organisation' }))
  const record = `/test-records/${held.id}`
  const dialog = page.getByRole('dialog')

  // Pages that are about the result, with the forms over them: nothing of them is on paper, whatever else tells the result.
  for (const [address, shown] of [
    [record, page.getByText(heldNote)],
    [`${record}/correct`, dialog.getByText(t('fields:performedDate'))],
    [`${record}/void`, dialog.getByText(held.testId)],
    [`/in-progress/${held.id}/second-reading`, dialog.getByText(t('secondReadings:read.intro'))],
    [`/test-sets/${held.setId}`, page.getByText(t('testingAlgorithms:set.held'))],
    [`/test-sets/${held.setId}/stop`, dialog.getByText(t('testingAlgorithms:stop.intro'))],
  ] as const) {
    await go(address)
    await shown.first().waitFor()
    expect(await onPaper(admin), address).toMatch(new RegExp(`^[^\\n]*\\s+${escaped(t('results:heldBackPage'))}$`))
  }

  // Screens that show it among others: words stand in its place.
  for (const [address, place] of [
    ['/', page.getByRole('listitem').filter({ hasText: held.testId })],
    ['/test-records?sort=-performed_at', page.getByRole('row').filter({ hasText: held.testId })],
    [`/organisations/${held.organisationId}`, page.getByRole('listitem').filter({ hasText: held.testId })],
    [`/groups/${held.groupId}`, page.getByRole('listitem').filter({ hasText: held.testId })],
    [`/subjects/${held.subjectId}`, page.getByRole('listitem').filter({ hasText: held.testId })],
  ] as const) {
    await go(address)
    await place.first().getByText(t('results:positive')).waitFor()
    await page.emulateMedia({ media: 'print' })
    const said = await place.first().innerText()
    await page.emulateMedia({ media: 'screen' })
    expect(said, address).toContain(t('results:heldBack'))
    expect(said, address).not.toMatch(new RegExp(t('results:positive'), 'i'))
  }

  // The search lies over a page and is not on its paper.
  await go('/subjects')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('button', { name: t('shell:search') }).click()
  await typeByHand(page, held.testId)
  await dialog.getByText(held.testId).waitFor()
  expect(await onPaper(admin)).not.toContain(held.testId)
})

function escaped(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
