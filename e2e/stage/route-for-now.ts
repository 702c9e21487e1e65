import type { Page, Route } from 'playwright-core'

/**
 * Handles requests to an address until the returned function is called. The route itself stays, unlike with `unroute`
 * and `times`: when a page's last route is removed, requests that are waiting for it are never answered.
 */
export async function routeForNow(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<() => void> {
  let isOver = false
  await page.route(address, async (route) => {
    await (isOver ? route.fallback() : handle(route))
  })
  return () => {
    isOver = true
  }
}
