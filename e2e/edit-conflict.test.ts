import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import { phone, type Visit } from './stage/visit.ts'
import { expectFocus, tabTo, typeByHand } from './steps/keyboard.ts'
import { inviteClinician } from './steps/staff.ts'

journey('two people change the same user at once, by keyboard, and nothing of either is lost', async ({ visit }) => {
  const mine = await visit({ tenant: 'cascade', as: 'tenant' })
  const theirs = await visit({ tenant: 'cascade', as: 'tenant', size: phone })
  const { page, port, t } = mine
  const id = await inviteClinician(port, 'cascade', 'conflict@staff.test')
  const address = `/users/${id}/edit`
  await mine.go(address)
  await theirs.go(address)

  await type(theirs, 'Nora Theirs')
  await language(theirs).focus()
  await theirs.page.keyboard.press('ArrowDown')
  const chosen = await language(theirs).inputValue()
  await tabTo(theirs.page, theirs.page.getByRole('button', { name: t('shell:save'), exact: true }))
  await theirs.page.keyboard.press('Enter')
  await theirs.page.getByText(t('users:updated')).waitFor()
  await expectFocus(theirs.page.getByRole('link', { name: t('users:edit'), exact: true }))

  await type(mine, 'Nora Mine')
  await expect.poll(() => language(mine).inputValue()).not.toBe(chosen)
  await page.keyboard.press('Enter')
  await page.getByText(t('editing:news.taken', { fields: t('fields:language') })).waitFor()
  await expect.poll(() => language(mine).inputValue()).toBe(chosen)
  await tabTo(page, page.getByRole('button', { name: t('shell:save'), exact: true }))
  await page.keyboard.press('Enter')
  const keep = page.getByRole('radio', { name: `${t('editing:clash.mine')} Nora Mine` })
  await expectFocus(keep)
  // The typed text also stays when the window changes its width.
  await checkState(mine, 'user-changed-meanwhile')
  await expect.poll(() => name(mine).inputValue()).toBe('Nora Mine')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: t('editing:leave.title') }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(keep)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByText(t('users:updated')).waitFor()
  await expectFocus(page.getByRole('link', { name: t('users:edit'), exact: true }))
  await page.getByRole('heading', { name: 'Nora Mine' }).waitFor()

  await theirs.page.keyboard.press('Enter')
  await expect.poll(() => name(theirs).inputValue()).toBe('Nora Mine')
  await expect.poll(() => language(theirs).inputValue()).toBe(chosen)
})

function name({ page, t }: Visit) {
  return page.getByRole('form').getByLabel(t('fields:fullName'), { exact: true })
}

function language({ page, t }: Visit) {
  return page.getByRole('form').getByLabel(t('fields:language'), { exact: true })
}

async function type(visit: Visit, text: string): Promise<void> {
  await name(visit).focus()
  await visit.page.keyboard.press('ControlOrMeta+A')
  await typeByHand(visit.page, text)
}
