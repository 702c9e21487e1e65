import { request } from 'node:http'
import { bigTenant } from './fixture.ts'

/** Logs in at the big tenant. Returns the headers that the user's later requests need. */
export async function logIn(port: number, email: string): Promise<Record<string, string>> {
  return logInAt(port, email, bigTenant)
}

/** Logs in at a tenant. Returns the headers that the user's later requests need. */
export async function logInAt(
  port: number,
  email: string,
  { host, password }: { host: string; password: string },
): Promise<Record<string, string>> {
  const anonymous = await call(host, port, 'GET', '/sanctum/csrf-cookie', {})
  const body = JSON.stringify({ username: email, password })
  return call(host, port, 'POST', '/login', anonymous, body)
}

/**
 * Calls the API at a tenant's host, and throws where it refuses. Uses node:http because `fetch` does not allow the Host
 * header to be set. Returns the reply's cookies as request headers.
 */
export function call(
  name: string,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) {
  return new Promise<Record<string, string>>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: `/api/v1${path}` }
    const host = `${name}:${port}`
    const outgoing = request(
      { ...options, headers: { ...headers, host, 'content-type': 'application/json' } },
      (reply) => {
        reply.resume()
        if ((reply.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path} answered ${reply.statusCode}`))
        else resolve(headersFrom(reply.headers['set-cookie'] ?? []))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function headersFrom(setCookies: readonly string[]): Record<string, string> {
  const cookies = setCookies.map((cookie) => cookie.slice(0, cookie.indexOf(';')))
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  return { cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(token) }
}
