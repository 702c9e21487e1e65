import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { tenants, type TenantSlug } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'

const branded = ['harbour', 'cascade', 'meadow'] as const

journey('every tenant shows its own name, logo and colour, and nothing of another', async ({ visit }) => {
  const seen = new Map<TenantSlug, { logo: string | null; fill: string }>()
  for (const tenant of branded) {
    const visitor = await visit({ tenant, appearance: 'light' })
    await visitor.go('/login')
    const submit = visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true })
    await submit.waitFor()
    const fill = await fillOf(submit)
    expect(fill).toBe(cssColour(tenants[tenant].primary))
    const logo = await visitor.page.locator('main img').first().getAttribute('src')
    seen.set(tenant, { logo, fill })
    await expectOnlyOwn(visitor)

    const user = await visit({ tenant, as: 'tenant' })
    const screens = { '/': 'main time', '/test-records?perPage=25': '[data-row]', '/eula': 'main h2' }
    for (const [path, content] of Object.entries(screens)) {
      await user.go(path)
      await user.page.locator(content).first().waitFor()
      await expectOnlyOwn(user)
    }
    await user.context.close()
  }
  expect(new Set([...seen.values()].map(({ logo }) => logo)).size).toBe(branded.length)
  expect(new Set([...seen.values()].map(({ fill }) => fill)).size).toBe(branded.length)
})

journey('colours and a logo are tried, saved, and seen by a visitor elsewhere', async ({ visit }) => {
  const admin = await visit({ tenant: 'meadow', as: 'tenant' })
  const visitor = await visit({ tenant: 'meadow' })
  const { page, t } = admin
  await visitor.go('/login')
  const submit = visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true })
  await submit.waitFor()
  const logoOf = () => visitor.page.locator('main img').first().getAttribute('src')
  const before = await logoOf()

  await admin.go('/own-tenant/branding')
  const primary = page.getByRole('textbox', { name: t('branding:primary'), exact: true })
  await primary.fill('#FFD400; } body { display: none')
  await page.getByRole('button', { name: t('branding:save'), exact: true }).click()
  await page.getByText(t('rules:colour')).waitFor()
  await primary.fill('#fff3a0')
  await page.getByText(t('branding:others'), { exact: true }).click()
  const links = page.getByRole('textbox', { name: t('branding:textLink'), exact: true })
  await links.fill('#fff3a0')
  // A colour with too little contrast causes a warning with the shade that is drawn instead.
  const use = page.getByRole('button', { name: /#[0-9A-F]{6}/ })
  await use.first().waitFor()
  await page.getByRole('button', { name: t('branding:save'), exact: true }).click()
  await page.getByText(t('tenants:updated')).last().waitFor()
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>',
      ),
    })
  await page.getByText(t('branding:logoUpdated')).waitFor()

  // No reload is needed: the page asks by itself within a minute, or learns from the next reply, as here.
  await visitor.page.getByLabel(visitor.t('fields:email'), { exact: true }).fill('nobody@meadow.test')
  await visitor.page.getByLabel(visitor.t('fields:password'), { exact: true }).fill('Wrong-Password-1')
  // A click would leave the pointer on the button, which changes its colour.
  await visitor.page.keyboard.press('Enter')
  await expect.poll(() => fillOf(submit)).toBe(cssColour('#fff3a0'))
  await expect.poll(logoOf).not.toBe(before)
  await expect.poll(() => submit.evaluate((button) => getComputedStyle(button).color)).toBe(cssColour('#16202b'))
  const link = visitor.page.getByRole('link', { name: visitor.t('session:forgottenPassword'), exact: true })
  expect(await link.evaluate((a) => getComputedStyle(a).color)).not.toBe(cssColour('#fff3a0'))

  // The brand is restored for the journeys that follow.
  await primary.fill(tenants.meadow.primary)
  await links.fill('#137A39')
  await page.getByRole('button', { name: t('branding:save'), exact: true }).click()
  await page.getByText(t('tenants:updated')).last().waitFor()
})

journey('a session of one tenant is invalid on another host', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const elsewhere = `http://cascade.localhost:${user.port}`
  await user.context.addCookies(
    [...user.cookies].map(([name, value]) => ({ name, value, url: elsewhere, sameSite: 'Lax' as const })),
  )
  await user.page.goto(`${elsewhere}/test-records`)
  await user.page.waitForURL(`${elsewhere}/login?redirect=**`)
  expect(await user.page.content()).not.toContain(tenants.harbour.name)
})

/** Checks the whole document, including attributes and styles, for names of other tenants. */
async function expectOnlyOwn({ page, tenant }: Visit): Promise<void> {
  expect(await page.title()).toContain(tenants[tenant].productName)
  const document = await page.content()
  expect(document).toContain(tenants[tenant].productName)
  for (const other of branded.filter((slug) => slug !== tenant)) {
    const { name, productName, primary, idPrefix } = tenants[other]
    for (const mark of [name, productName, primary, primary.toLowerCase(), `${idPrefix}-`, `@${other}.test`]) {
      expect(document, `${mark} at ${tenant}`).not.toContain(mark)
    }
  }
}

async function fillOf(button: Locator): Promise<string> {
  return await button.evaluate((element) => getComputedStyle(element).backgroundColor)
}

function cssColour(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
