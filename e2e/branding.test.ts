import { expect } from 'vitest'
import { tenants, type TenantSlug } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'

const branded = ['harbour', 'cascade', 'meadow'] as const

journey('every tenant shows its own name, logo and colour, and nothing of another', async ({ visit }) => {
  const seen = new Map<TenantSlug, { logo: string | null; fill: string }>()
  for (const tenant of branded) {
    const visitor = await visit({ tenant })
    await visitor.go('/login')
    const submit = visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true })
    await submit.waitFor()
    const fill = await submit.evaluate((button) => getComputedStyle(button).backgroundColor)
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

journey('a session of one tenant is worth nothing on another host', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const elsewhere = `http://cascade.localhost:${user.port}`
  await user.context.addCookies(
    [...user.cookies].map(([name, value]) => ({ name, value, url: elsewhere, sameSite: 'Lax' as const })),
  )
  await user.page.goto(`${elsewhere}/test-records`)
  await user.page.waitForURL(`${elsewhere}/login?redirect=**`)
  expect(await user.page.content()).not.toContain(tenants.harbour.name)
})

/** The whole document, with what is only in attributes and styles, names nothing of another tenant. */
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

function cssColour(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
