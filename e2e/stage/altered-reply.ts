import type { Visit } from './visit.ts'

interface Wrapped<T> {
  data: T
}

/**
 * Changes the data in a reply before the browser sees it, for states that no screen leads to. `change` receives the
 * server's data of `apiPath`.
 */
export async function alterReply<T>({ context, port }: Visit, apiPath: string, change: (data: T) => T): Promise<void> {
  await context.route(`**/api/v1${apiPath}`, async (route) => {
    const address = new URL(route.request().url())
    const headers = { ...(await route.request().allHeaders()), host: address.host }
    // Tenants' hosts resolve only in the browser, not in the test's own process.
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${address.pathname}${address.search}`, headers })
    if (!response.ok()) return await route.fulfill({ response })
    const { data } = (await response.json()) as Wrapped<T> // every reply of the contract is `{ data }`
    await route.fulfill({ response, json: { data: change(data) } satisfies Wrapped<T> })
  })
}
