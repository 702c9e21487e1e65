import { expect } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { emailOf, password } from '../server/tenants.ts'

/** A browser of a server process, which keeps the cookies and sends the XSRF token back; `more` are further headers. */
export type Browser = (
  method: string,
  target: string,
  body?: unknown,
  more?: Record<string, string>,
) => Promise<Response>

/** Opens a browser without a login. */
export async function browse(url: string): Promise<Browser> {
  const cookies = new Map<string, string>()
  const browser: Browser = async (method, target, body, more = {}) => {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    }
    const response = await fetch(`${url}/api/v1${target}`, { method, headers, body: JSON.stringify(body) })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  await browser('GET', '/sanctum/csrf-cookie')
  return browser
}

/** Opens a browser logged in as the test tenant's user of this type. */
export async function browseAs(url: string, userType: UserType): Promise<Browser> {
  const browser = await browse(url)
  const response = await browser('POST', '/login', { username: emailOf(userType), password })
  expect(response.status, await response.clone().text()).toBe(200)
  return browser
}
