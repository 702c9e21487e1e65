import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { longestRepeated } from '../../tests/server/standstill.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let document: {
  openapi: string
  info: { contact: { url: string } }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  tags: string[]
  description: string
  security: unknown[]
  requestBody?: { content: object }
  parameters: { in: string; name: string; required: boolean }[]
  responses: Record<string, unknown>
}

beforeAll(async () => {
  test = await startTestApp()
  const response = await test.app.inject('/api/v1/openapi.json')
  expect(response.statusCode).toBe(200)
  document = response.json()
})
afterAll(() => test.close())

describe('the description of the API', () => {
  it('is generated once without blocking others, and compressed as the browser asks', async () => {
    let app = test.app
    const ask = (encoding: string) =>
      app.inject({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': encoding } })
    let replies: Awaited<ReturnType<typeof ask>>[] = []
    // Each run uses an app that has not generated its description yet.
    const standstill = await longestRepeated(
      50,
      async () => (app = await test.another()),
      async () => {
        replies = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(['gzip, br', 'gzip', ''][n % 3] ?? '')))
      },
    )
    expect(standstill).toBeLessThan(50)
    const [small, packed, plain] = replies.map(({ rawPayload }) => rawPayload)
    expect(replies.slice(0, 3).map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    for (const content of [brotliDecompressSync(small ?? ''), gunzipSync(packed ?? ''), plain ?? '']) {
      expect(JSON.parse(content.toString())).toEqual(document)
    }
    expect((await ask('br;q=0, gzip;q=0.5')).headers['content-encoding']).toBe('gzip')
  }, 60_000)

  it('is valid OpenAPI 3.1, in which a linter finds nothing', async () => {
    expect(document.openapi).toMatch(/^3\.1/)
    const rules = {
      // The software has no public licence.
      'info-license': 'off',
      // A fixed part of a path goes before a parameter, as the specification of OpenAPI says.
      'no-ambiguous-paths': 'off',
    } as const
    const config = await createConfig({ extends: ['recommended'], rules })
    const found = await lintFromString({ source: JSON.stringify(document), config })
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('names for each endpoint what it is about, and says whom to ask', () => {
    const operations = Object.values(document.paths).flatMap((described) => Object.values(described))
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags))
    expect(operations.every((operation) => operation.tags.length === 1)).toBe(true)
    expect(tags).toEqual(expect.arrayContaining(['fhir', 'test-records', 'webhooks']))
    expect(document.info.contact.url).toMatch(/^http/)
  })

  it('has every endpoint and no other', () => {
    const described = Object.values(document.paths).flatMap((operations) => Object.values(operations))
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
      endpoints.map(({ name }) => name).toSorted(),
    )
  })

  it.each(endpoints)('describes the input and the replies of $name', (endpoint) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? []
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? [])
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.upload !== undefined)
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(endpoint.replies), '4XX', '5XX']),
    )
    const session = endpoint.method === 'GET' ? { session: [] } : { session: [], xsrf: [] }
    const isOpen = endpoint.method === 'GET' && endpoint.requires === 'anyone'
    expect(operation?.security).toEqual(isOpen ? [] : [session, ...(endpoint.forTokens ? [{ token: [] }] : [])])
    expect(JSON.stringify(operation?.parameters)).not.toMatch(/xsrf/i)
  })

  it('describes who may call, also when a rule decides', () => {
    const says = (path: string, method: string) => document.paths[path]?.[method]?.description
    expect(says('/login', 'post')).toBe('Open to visitors.')
    expect(says('/organisations', 'get')).toBe('Needs a login and `view-orgs` or `view-own-org`.')
    expect(says('/users/{id}', 'put')).toBe('Needs a login and `edit-users`, or the type `group` and `view-users`.')
  })

  it('describes rate limits', () => {
    expect(document.paths['/invites']?.post?.description).toBe(
      'Needs a login and `invite-patients`. At most 100 times in 15 minutes by one user.',
    )
  })

  it('contains nothing about tenants', () => {
    expect(JSON.stringify(document)).not.toMatch(/Oursides|Theirsome/)
  })
})

describe('a server whose endpoints and handlers differ', () => {
  it('does not start when an endpoint has no handler', async () => {
    vi.resetModules()
    vi.doMock('../groups/routes.ts', () => ({ groupRoutes: () => undefined }))
    const { startTestApp: start } = await import('../../tests/server/test-app.ts')
    await expect(start()).rejects.toThrow('Endpoints without a handler: listGroups')
    vi.doUnmock('../groups/routes.ts')
  })
})
