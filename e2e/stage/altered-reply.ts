import type { Visit } from './visit.ts'

interface Wrapped<T> {
  data: T
}

/**
 * Lets the browser see a reply of the server with other data in it, for states that no screen leads to yet. `change` gets
 * what the server said of `apiPath`.
 */
export async function alterReply<T>({ context, port }: Visit, apiPath: string, change: (data: T) => T): Promise<void> {
  await context.route(`**/api/v1${apiPath}`, async (route) => {
    const address = new URL(route.request().url())
    const headers = { ...(await route.request().allHeaders()), host: address.host }
    // The test's own process knows no tenants' hosts; the browser does.
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${address.pathname}${address.search}`, headers })
    if (!response.ok()) return await route.fulfill({ response })
    const { data } = (await response.json()) as Wrapped<T> // every reply of the contract is `{ data }`
    await route.fulfill({ response, json: { data: change(data) } satisfies Wrapped<T> })
  })
}
