import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { apiBase } from '../../contract/endpoint.ts'
import { fhirBase } from '../../contract/fhir/served.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { asking } from './sent-statements.ts'
import { emailOf, password, type TestTenant } from './tenants.ts'

export type TestResponse = LightMyRequestResponse

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Sent {
  query?: Record<string, string | string[]> | undefined
  body?: unknown
  /** The body in raw form, instead of `body`. */
  payload?: string | Buffer | undefined
  headers?: Record<string, string> | undefined
  /** True where only the reply's arrival matters: its body is read in parts and forgotten, and not made one text. */
  isForgotten?: boolean | undefined
}

/** A browser, which keeps the cookies of one host and sends the XSRF token back. */
export class Client {
  readonly app: FastifyInstance
  readonly host: string
  readonly cookies = new Map<string, string>()
  readonly address: string

  /** Each client has its own address, so that tests do not use up each other's attempts. */
  constructor(app: FastifyInstance, host: string, address = `10.${byte()}.${byte()}.${byte()}`) {
    this.app = app
    this.host = host
    this.address = address
  }

  get(path: string, query?: Sent['query'], headers?: Sent['headers']): Promise<TestResponse> {
    return this.send('GET', path, { query, headers })
  }

  post(path: string, body?: unknown, headers?: Sent['headers']): Promise<TestResponse> {
    return this.send('POST', path, { body, headers })
  }

  put(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('PUT', path, { body })
  }

  async send(
    method: Method,
    path: string,
    { query, body, payload, headers, isForgotten }: Sent = {},
  ): Promise<TestResponse> {
    const xsrf = this.cookies.get('XSRF-TOKEN')
    const options: InjectOptions = {
      method,
      url: path.startsWith(`${fhirBase}/`) ? path : apiBase + path,
      remoteAddress: this.address,
      headers: {
        host: this.host,
        ...this.credentials(),
        ...(xsrf === undefined ? {} : { 'x-xsrf-token': xsrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    }
    if (query !== undefined) options.query = query
    if (body !== undefined) options.payload = JSON.stringify(body)
    if (payload !== undefined) options.payload = payload
    if (isForgotten) options.payloadAsStream = true
    const response = await asking(`${method} ${path}`, async () => await this.app.inject(options))
    if (isForgotten) for await (const _ of response.stream());
    for (const { name, value } of response.cookies) this.cookies.set(name, value)
    return response
  }

  /** Another browser with the same cookies and address, perhaps of another process. */
  copy(app = this.app): Client {
    const copy = new Client(app, this.host, this.address)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  /** The headers by which the server knows whom it serves. */
  credentials(): Record<string, string> {
    return this.cookies.size === 0 ? {} : { cookie: this.cookieHeader() }
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

function byte(): number {
  return Math.floor(Math.random() * 256)
}

/** Opens a visitor's anonymous session. */
export async function visit(app: FastifyInstance, tenant: TestTenant): Promise<Client> {
  const client = new Client(app, tenant.host)
  const response = await client.get('/sanctum/csrf-cookie')
  expect(response.statusCode).toBe(204)
  return client
}

/** Logs in as the tenant's user of this type, or with another email. */
export async function logInAs(
  app: FastifyInstance,
  tenant: TestTenant,
  who: UserType | { email: string },
): Promise<Client> {
  const client = await visit(app, tenant)
  const username = typeof who === 'string' ? emailOf(who) : who.email
  const response = await client.post('/login', { username, password })
  expect(response.statusCode, response.body).toBe(200)
  return client
}
