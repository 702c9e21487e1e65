import http from 'node:http'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { Language } from '../../contract/locales.ts'
import { demoPassword, emailOf, type TenantSlug } from './demo.ts'

interface Exchange {
  status: number
  body: string
  cookies: Map<string, string>
}

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  cookies?: Map<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The base of the path; by default that of the API. */
  base?: string
}

/** Milliseconds that an answer may take on a busy machine. */
const patience = 50_000

/**
 * Sends a request to a tenant's host directly, without the browser. The cookies of the reply are added to those that
 * were sent.
 */
export function send(port: number, tenant: TenantSlug, apiPath: string, sent: Sent = {}): Promise<Exchange> {
  const { method = 'GET', cookies = new Map<string, string>(), body, base = '/api/v1' } = sent
  const headers = {
    host: `${tenant}.localhost:${port}`,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...sent.headers,
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path: base + apiPath, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        const received = new Map(cookies)
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          received.set(name, value)
        }
        resolve({ status: response.statusCode ?? 0, body: text, cookies: received })
      })
    })
    request.on('error', reject)
    request.setTimeout(patience, () => {
      request.destroy(new Error(`${method} ${base}${apiPath} had no answer within ${patience / 1000} s`))
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Logs a demo account in and sets its language. Returns the cookies of the session. */
export async function startSession(
  port: number,
  tenant: TenantSlug,
  userType: UserType,
  lang: Language,
): Promise<Map<string, string>> {
  const visitor = await send(port, tenant, '/sanctum/csrf-cookie')
  const credentials = { username: emailOf(tenant, userType), password: demoPassword }
  const login = await send(port, tenant, '/login', { method: 'POST', cookies: visitor.cookies, body: credentials })
  if (login.status !== 200) throw new Error(`${credentials.username} could not log in: ${login.status} ${login.body}`)
  const { status } = await send(port, tenant, '/users/my-details/lang', {
    method: 'PUT',
    cookies: login.cookies,
    body: { lang },
  })
  if (status !== 200) throw new Error(`The language of ${credentials.username} could not be set: ${status}`)
  return login.cookies
}

/** Ends a session on the server, without telling the browser that holds its cookie. */
export async function endSession(port: number, tenant: TenantSlug, cookies: Map<string, string>): Promise<void> {
  const { status } = await send(port, tenant, '/logout', { method: 'POST', cookies })
  if (status >= 300) throw new Error(`The session could not be ended: ${status}`)
}
