import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, visit, type Client, type TestResponse } from '../testing/client.ts'
import { callEndpoint, callOf } from '../testing/endpoint-calls.ts'
import { extremes, hostileJson, hostileText, nastyTexts } from '../testing/hostile-values.ts'
import { fieldsOf, measuresOf } from '../testing/measures.ts'
import { startOperator } from '../testing/operators.ts'
import { endsItsCaller, logInAsSpare } from '../testing/spare-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { multipart, tinyPng } from '../testing/uploads.ts'
import { isOfOperators } from '../testing/walk-scope.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Whatever wrong passwords were sent before. */
async function logIn(who: UserType): Promise<Client> {
  await test.query(test.ours, 'delete from throttle_counters')
  return logInAs(test.app, test.ours, who)
}

/** How many of the hostile values are sent: few to an endpoint that asks a visitor to log in before it looks at a field. */
function some<Value>(values: readonly Value[], { requires }: Endpoint, who: UserType | 'visitor'): readonly Value[] {
  return who === 'visitor' && requires !== 'anyone' ? values.slice(0, 2) : values
}

function runsOf(endpoint: Endpoint, who: UserType | 'visitor') {
  return { numRuns: some(Array.from({ length: 40 }), endpoint, who).length }
}

const json = { 'content-type': 'application/json' }

/** Query strings of names that the endpoint reads, so that hostile values reach their rules, and of names that none does. */
function queriesOf(endpoint: Endpoint) {
  const names = [...Object.keys(callOf(endpoint, anyPlace()).query ?? {}), 'cursor', '__proto__', 'sort[]']
  return fc
    .array(fc.tuple(fc.constantFrom(...names), hostileText), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&'))
}

const headers = fc.dictionary(
  fc.constantFrom('accept-language', 'idempotency-key', 'if-match', 'accept', 'x-forwarded-host', 'range', 'cookie2'),
  fc.string({ maxLength: 50, unit: 'grapheme-ascii' }),
  { maxKeys: 3 },
)

describe.each(['tenant', 'visitor'] as const)('as %s', (who) => {
  let client: Client
  /** Who looks after tenants: what they send reaches all of what is theirs alone. */
  let operator: Client

  const enter = () => (who === 'visitor' ? visit(test.app, test.ours) : logIn(who))

  beforeAll(async () => {
    client = await enter()
    operator = who === 'visitor' ? client : (await startOperator(test, 'Robin Reed', null)).client
  })

  afterAll(async () => {
    // Otherwise all of this was asked of somebody else.
    expect((await client.get('/users/my-details')).statusCode).toBe(who === 'visitor' ? 401 : 200)
  })

  /**
   * Sends as the client and expects a reply that is no failure. What may end its session, or change its password to who
   * knows what, it sends as somebody else, who is replaced once that has happened.
   */
  function soundReplyTo(endpoint: Endpoint): (send: (caller: Client) => Promise<TestResponse>) => Promise<void> {
    const caller = isOfOperators(endpoint) ? operator : client
    if (!endsItsCaller.has(endpoint.name)) return async (send) => expectSound(await send(caller.copy()))
    let spare: Client | undefined
    return async (send) => {
      spare ??= who === 'visitor' ? await visit(test.app, test.ours) : await logInAsSpare(test, test.ours, who)
      const response = await send(spare.copy())
      expectSound(response)
      if (response.statusCode < 300) spare = undefined
    }
  }

  it.each(endpoints)('$name answers any request without failing', async (endpoint) => {
    const expectSoundReply = soundReplyTo(endpoint)
    const pathText = endpoint.path.replaceAll(/\{\w+\}/g, '{}')
    const sent = fc.record({
      parameter: hostileText,
      query: queriesOf(endpoint),
      headers,
      payload: fc.option(hostileJson, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(sent, async (request) => {
        const path = `${pathText.replace('{}', encoded(request.parameter))}?${request.query}`
        const { payload } = request
        await expectSoundReply((caller) =>
          caller.send(endpoint.method, path, {
            payload: endpoint.method === 'GET' ? undefined : payload,
            headers: { ...request.headers, ...(payload === undefined ? {} : json) },
          }),
        )
      }),
      runsOf(endpoint, who),
    )
  })

  it.each(endpoints)('$name answers each nasty text in each of its fields without failing', async (endpoint) => {
    const expectSoundReply = soundReplyTo(endpoint)
    // Anew for each text: what has been stored once may not be stored again.
    const call = () => callOf(endpoint, test.ours.places.home)
    for (const part of ['params', 'query', 'body'] as const) {
      for (const field of fieldsOf(endpoint[part])) {
        const withText = (text: string, sound = call()) => ({
          ...sound,
          [part]: { ...(sound[part] as object), [field]: text },
        })
        const isAccepted = (text: string) => isAcceptedBy(endpoint[part], withText(text)[part], field)
        for (const text of some(worthSending(nastyTexts, isAccepted), endpoint, who)) {
          await expectSoundReply((caller) => callEndpoint(caller, endpoint, withText(text)))
        }
      }
    }
  })

  it.each(endpoints.filter(({ params, query, body }) => params ?? query ?? body))(
    '$name refuses what is no text wherever it has one, at whatever depth',
    async (endpoint) => {
      const caller = (isOfOperators(endpoint) ? operator : client).copy()
      for (const part of ['params', 'query', 'body'] as const) {
        for (const path of textsIn(callOf(endpoint, test.ours.places.home)[part])) {
          // An address cannot hold half a pair: it arrives as the sign for what could not be read.
          const texts = part === 'body' ? notText : notText.filter((text) => text.isWellFormed())
          for (const text of some(texts, endpoint, who)) {
            // Anew for each text: what has been stored once may not be stored again.
            const call = callOf(endpoint, test.ours.places.home)
            const response = await callEndpoint(caller, endpoint, {
              ...call,
              [part]: withTextAt(call[part], path, text),
            })
            expectSound(response)
            expect(response.statusCode, `${part} ${path.join('.')}`).toBeGreaterThanOrEqual(400)
          }
        }
      }
    },
    120_000,
  )

  it.each(endpoints.filter((endpoint) => measuresOf(endpoint).length > 0))(
    '$name answers the extremes of each date, time and number without failing',
    async (endpoint) => {
      const expectSoundReply = soundReplyTo(endpoint)
      for (const { part, path } of measuresOf(endpoint)) {
        const [field = ''] = path.split('.')
        const withValue = (value: string) => {
          const { params = {}, query = {}, body = {}, headers } = callOf(endpoint, test.ours.places.home)
          if (part === 'query') return { params, headers, query: { ...query, [path]: String(JSON.parse(value)) } }
          const payload = JSON.stringify(withValueAt(body as object, path, '<here>')).replace('"<here>"', () => value)
          return { params, query, headers: { ...headers, ...json }, payload }
        }
        const isAccepted = (value: string) => {
          const { query, payload } = withValue(value)
          return isAcceptedBy(endpoint[part], payload === undefined ? query : JSON.parse(payload), field)
        }
        for (const value of some(worthSending(extremes, isAccepted), endpoint, who)) {
          await expectSoundReply((caller) => callEndpoint(caller, endpoint, withValue(value)))
        }
      }
    },
    60_000,
  )

  it.each(endpoints.filter(({ body }) => body))(
    '$name answers any change of a valid body without failing',
    async (endpoint) => {
      const body = callOf(endpoint, test.ours.places.home).body as Record<string, unknown>
      const expectSoundReply = soundReplyTo(endpoint)
      const changed = fc.record({ field: fc.constantFrom(...fieldsOf(endpoint.body)), value: hostileJson })
      await fc.assert(
        fc.asyncProperty(changed, async ({ field, value }) => {
          const call = callOf(endpoint, test.ours.places.home)
          const payload = JSON.stringify({ ...body, [field]: '<here>' }).replace('"<here>"', () => value)
          await expectSoundReply((caller) =>
            callEndpoint(caller, endpoint, { headers: { ...call.headers, ...json }, payload }),
          )
        }),
        runsOf(endpoint, who),
      )
    },
  )
})

describe('what no schema holds', () => {
  it.each([
    '/%00',
    '/api/v1/test-records/%00',
    '/api/v1/test-records/%ff',
    '/api/v1/test-records/%c0%af..%c0%af',
    '/api/v1/%ed%a0%80',
    '/api/v1/test-records?search=%ff%fe%00',
    '/api/v1/test-records?%00=%00&%ed%a0%80=1',
    '/api/v1/results/%00/open',
    `/api/v1/verify?id=${'%00'.repeat(2000)}`,
  ])('the address %s is answered', async (url) => {
    const client = await logIn('tenant')
    const cookie = client.cookieHeader()
    for (const headers of [{ cookie }, { cookie: 'lateral_session=\u00ff%00%ed%a0%80' }]) {
      const response = await test.app.inject({ url, headers: { host: test.ours.host, ...headers } })
      expect(response.statusCode, response.body).toBeLessThan(500)
    }
  })

  it.each(['\u00a0', 'ours%00.localhost', 'ours\u00ff.localhost', `${'x'.repeat(5000)}.localhost`, '[::', '@:99999'])(
    'the host %j is answered',
    async (host) => {
      const response = await test.app.inject({ url: '/api/v1/get-site-preferences', headers: { host } })
      expect(response.statusCode, response.body).toBeLessThan(500)
    },
  )

  it.each(['\0', '\ud800', '\ufffe', 'x'.repeat(100_000), '../../\u202egnp.exe'])(
    'a file that is called %#, and fields that are, are read as any other or refused',
    async (name) => {
      const client = await logIn('clinical')
      const photo = (parts: Parameters<typeof multipart>[0]) => client.send('POST', '/device-images', multipart(parts))
      const file = { name: 'file', filename: name, type: 'image/png', content: tinyPng }
      expectSound(await photo([file]))
      const refused = [
        await photo([
          { ...file, filename: 'a.png' },
          { name, content: name },
        ]),
        await photo([{ ...file, name }]),
        await photo([{ ...file, type: name }]),
      ]
      for (const response of refused) expectSound(response)
    },
  )
})

it('after all of it every record that is there can still be listed, opened and exported', async () => {
  const client = await logIn('tenant')
  const list = (await client.get('/test-records', { per_page: '100', sort: '-recorded_at' })).json()
  for (const { id } of list.data) expect((await client.get(`/test-records/${id}`)).statusCode).toBe(200)
  const csv = await client.get('/test-records/export')
  expect(csv.body.trimEnd().split('\r\n').length - 1).toBeGreaterThanOrEqual(list.page.total)
})

/** No failure of ours, and what is refused has the documented reply. */
function expectSound(response: TestResponse): void {
  expect(response.statusCode, response.body).toBeLessThan(500)
  expect(response.statusCode < 400 || isDocumented(response.json()), response.body).toBe(true)
}

function isDocumented(reply: Record<string, unknown>): boolean {
  return ['message', 'code', 'requestId'].every((name) => typeof reply[name] === 'string')
}

/** The body with another value at a dotted path; what it leads through and is not there is made. */
function withValueAt(body: object, path: string, value: string): object {
  const [field = '', ...rest] = path.split('.')
  const inner = (body as Record<string, object | undefined>)[field] ?? { latitude: 51.5, longitude: -0.1 }
  return { ...body, [field]: rest.length === 0 ? value : withValueAt(inner, rest.join('.'), value) }
}

/** What cannot be stored or is no character, and more than any text may hold. */
const notText = ['a\0b', '\ud800', 'x\udc00', '\ufffe', '\uffff', 'x'.repeat(200_000)]

/** Where the texts of a value are, each by the names that lead to it. */
function textsIn(value: unknown): string[][] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner).map((path) => [name, ...path]))
}

/** The same value with another text at one of these places. */
function withTextAt(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  const inner = withTextAt((value as Record<string, unknown>)[name], rest, text)
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...(value as object), [name]: inner }
}

it('the walk of extremes knows the dates, times and numbers of every endpoint', () => {
  const known = new Set(endpoints.flatMap((endpoint) => measuresOf(endpoint).map(({ path }) => path)))
  const expected =
    'coordinates.latitude coordinates.longitude dateOfBirth from lotExpiry per_page performedDate performedTime to'
  expect([...known]).toEqual(expect.arrayContaining(expected.split(' ')))
})

/** Percent-encoded; a broken pair as the bytes that its halves would have. */
function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

let refusals = 0

/**
 * The values that a field accepts, which go on into the server, and two of those that it refuses: they all end in the same
 * reply. Another two each time, so that each value is refused somewhere.
 */
function worthSending<Value>(values: readonly Value[], isAccepted: (value: Value) => boolean): Value[] {
  const refused = values.filter((value) => !isAccepted(value))
  const inTurn = [refusals++, refusals++]
    .map((turn) => refused[turn % refused.length])
    .filter((value) => value !== undefined)
  return [...values.filter(isAccepted), ...inTurn]
}

/** Whether the schema has nothing against that field of the input, whatever it says of others. */
function isAcceptedBy(schema: Endpoint['body'], input: unknown, field: string): boolean {
  const result = schema?.safeParse(input)
  return result?.success !== false || !result.error.issues.some(({ path }) => path.length === 0 || path[0] === field)
}

/** For the names of fields alone. */
function anyPlace(): TestApp['ours']['places']['home'] {
  return new Proxy({} as TestApp['ours']['places']['home'], { get: (_, name) => String(name) })
}
