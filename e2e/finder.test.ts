import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import { phone, type Visit } from './stage/visit.ts'
import { expectFocus } from './steps/keyboard.ts'
import { storeTest } from './steps/store-test.ts'

const field = ({ page, t }: Visit) => page.getByRole('combobox', { name: t('shell:searchTitle') })
const results = ({ page, t }: Visit) => page.getByRole('listbox', { name: t('finder:results') })

journey(
  'a nurse finds a person’s last test with the keyboard, and nothing of it is in an address',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t } = nurse
    const testId = await storeTest(nurse, { email: 'findable@journey.test', results: ['positive'] })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))

    await nurse.go('/')
    await page.getByRole('button', { name: t('shell:search') }).waitFor()
    await page.keyboard.press('/')
    await field(nurse).fill('findable')
    await results(nurse).getByRole('option', { name: testId }).waitFor()
    await checkState(nurse, 'finder')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: testId }).waitFor()
    expect(addresses.filter((address) => address.includes('findable'))).toEqual([])
  },
)

journey(
  'what is typed while the search still loads is searched for, and keys as fast as they come',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t, context } = nurse
    const testId = await storeTest(nurse, { email: 'early.typist@journey.test', results: ['positive'] })
    await page.route(/finder-dialog.*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.continue()
    })

    await nurse.go('/')
    await page.getByRole('button', { name: t('shell:search') }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('early')
    await page.getByRole('searchbox', { name: t('shell:searchTitle') }).waitFor()
    await field(nurse).waitFor()
    await page.keyboard.type('.typist')
    await results(nurse).getByRole('option', { name: testId }).waitFor()
    expect(await field(nurse).inputValue()).toBe('early.typist')
    // Both keys come before the page is drawn again.
    const keys = await context.newCDPSession(page)
    const press = (key: string, code: number) =>
      keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: code })
    await Promise.all([press('ArrowDown', 40), press('Enter', 13)])
    await page.getByRole('heading', { name: testId }).waitFor()
  },
)

journey('what the search opens beside its list has the focus, not the list', async ({ visit }) => {
  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = admin
  const opened = page.getByRole('complementary').getByRole('heading', { level: 2 })
  for (const [list, section] of [
    ['/subjects', 'shell:page.subjects'],
    ['/test-records', 'shell:page.testRecords'],
  ] as const) {
    await admin.go(list)
    const name = await page.locator('[data-row]').first().innerText()
    await admin.go('/')
    await page.getByRole('button', { name: t('shell:search') }).waitFor()
    await page.keyboard.press('/')
    await field(admin).fill(name)
    const group = results(admin).getByRole('group', { name: t(section) })
    await group.getByRole('option', { name }).first().click()
    await opened.filter({ hasText: name }).waitFor()
    // The list itself comes last.
    await page.locator('[data-row]').first().waitFor()
    await expectFocus(opened)
  }
})

journey('the search opens on a phone, reports that nothing was found, and restores the focus', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour', as: 'patient', size: phone })
  const { page, t } = patient
  await patient.go('/')
  const button = page.getByRole('button', { name: t('shell:search') })
  await button.click()
  await page.getByText(t('finder:startPatient', { count: '2' })).waitFor()
  await field(patient).fill('harbour care')
  await page.getByText(t('finder:none', { text: 'harbour care' })).waitFor()
  await page.keyboard.press('Escape')
  await field(patient).waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})

journey('the skip link comes first and leads past the navigation', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = user
  await user.go('/users')
  await page.getByRole('heading', { level: 1, name: t('users:title') }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const isInside = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
  await expect.poll(isInside).toBe(true)
})

journey('on a phone the drawer has Record Test, and no link of the footer is below the bar', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  const { page, t } = user
  await user.go('/users')
  await page.getByRole('heading', { level: 1, name: t('users:title') }).waitFor()
  await page.getByRole('button', { name: t('shell:openNavigation') }).click()
  const words = page
    .getByRole('dialog')
    .getByRole('link', { name: t('shell:recordTest') })
    .locator('span')
  expect((await words.boundingBox())?.width).toBeGreaterThan(40)
  await page.keyboard.press('Escape')
  const covered = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight / 2)
      const bar = [...document.querySelectorAll('nav')].find((nav) => getComputedStyle(nav).position === 'sticky')
      const links = [...document.querySelectorAll('footer a')].map((link) => link.getBoundingClientRect())
      const { top = 0, bottom = 0 } = bar?.getBoundingClientRect() ?? {}
      return links.filter((link) => link.top < bottom && link.bottom > top).length
    })
  expect(await covered()).toBe(0)
})
