import type { Page, Route } from 'playwright-core'

/**
 * Handles requests to an address until the function that it returns is called. The route itself stays, unlike with
 * `unroute` and `times`: while a page's last route is taken away, requests that just wait for it are never answered.
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
