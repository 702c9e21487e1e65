import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, visit, type Client, type TestResponse } from '../server/client.ts'
import { callEndpoint, callOf, pathOf } from './endpoint-calls.ts'
import { extremes, hostileJson, hostileText, nastyTexts } from '../server/hostile-values.ts'
import { fieldsOf, measuresOf } from '../server/measures.ts'
import { startOperator } from '../server/operators.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { bySeed, thirdOf } from '../server/thirds.ts'
import { multipart, tinyPng } from '../server/uploads.ts'
import { isOfOperators, placeOfNames } from './walk-scope.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Clears the counters first, because wrong passwords may have been sent. */
async function logIn(who: UserType): Promise<Client> {
  await test.query(test.ours, 'delete from throttle_counters')
  return logInAs(test.app, test.ours, who)
}

/** Selects the hostile values to send: few for an endpoint that refuses visitors before it reads any field. */
function some<Value>(values: readonly Value[], { requires }: Endpoint, who: UserType | 'visitor'): readonly Value[] {
  return who === 'visitor' && requires !== 'anyone' ? values.slice(0, 2) : values
}

function runsOf(endpoint: Endpoint, who: UserType | 'visitor') {
  return { ...bySeed, numRuns: some(Array.from({ length: 40 }), endpoint, who).length }
}

const parts = ['params', 'query', 'body'] as const

const json = { 'content-type': 'application/json' }

/** Query strings with names that the endpoint reads, so that hostile values reach its rules, and with unknown names. */
function queriesOf(endpoint: Endpoint) {
  const names = [...Object.keys(callOf(endpoint, placeOfNames).query ?? {}), 'cursor', '__proto__', 'sort[]']
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
  /** An operator, whose calls reach the endpoints for managing tenants. */
  let operator: Client

  const enter = () => (who === 'visitor' ? visit(test.app, test.ours) : logIn(who))

  beforeAll(async () => {
    client = await enter()
    operator = who === 'visitor' ? client : (await startOperator(test, 'Robin Reed', null)).client
  })

  afterAll(async () => {
    // Checks that the user is still logged in, or all of this would have tested a visitor.
    expect((await client.get('/users/my-details')).statusCode).toBe(who === 'visitor' ? 401 : 200)
  })

  /**
   * Returns a function that sends as the client and expects a sound reply. Calls that may end the session or change the
   * password are sent as another user, who is then replaced.
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

  it.each(thirdOf(endpoints))('$name answers any request without failing', async (endpoint) => {
    const expectSoundReply = soundReplyTo(endpoint)
    const pathText = pathOf(endpoint).replaceAll(/\{\w+\}/g, '{}')
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

  it.each(endpoints.filter(hasFields))(
    '$name answers each nasty text in each of its fields without failing',
    async (endpoint) => {
      const expectSoundReply = soundReplyTo(endpoint)
      // Built for each text, because a value that was stored once may not be stored again.
      const call = () => callOf(endpoint, test.ours.places.home)
      const refusals = new Refusals()
      for (const part of ['params', 'query', 'body'] as const) {
        for (const field of fieldsOf(endpoint[part])) {
          const withText = (text: string, sound = call()) => ({
            ...sound,
            [part]: { ...(sound[part] as object), [field]: text },
          })
          const isAccepted = (text: string) => isAcceptedBy(endpoint[part], withText(text)[part], field)
          for (const text of some(refusals.worthSending(nastyTexts, isAccepted), endpoint, who)) {
            await expectSoundReply((caller) => callEndpoint(caller, endpoint, withText(text)))
          }
        }
      }
    },
  )

  // That each text of each schema is refused, at any depth, is tested in `contract/endpoints.test.ts`.
  it.each(endpoints.filter(hasTexts))('$name refuses invalid texts', async (endpoint) => {
    const caller = (isOfOperators(endpoint) ? operator : client).copy()
    // Built for each text, because a value that was stored once may not be stored again.
    const call = () => callOf(endpoint, test.ours.places.home)
    const invalid = (['params', 'query', 'body'] as const).flatMap((part) =>
      textsIn(call()[part]).flatMap((path) =>
        // An address cannot contain a lone surrogate, which arrives as the replacement character.
        notText
          .filter((text) => part === 'body' || text.isWellFormed())
          .map((text) => ({ what: `${part} ${path.join('.')}`, part, path, text })),
      ),
    )
    for (const { what, part, path, text } of inTurn(invalid)) {
      const sound = call()
      const response = await callEndpoint(caller, endpoint, { ...sound, [part]: withTextAt(sound[part], path, text) })
      expectSound(response)
      expect(response.statusCode, what).toBeGreaterThanOrEqual(400)
    }
  })

  it.each(endpoints.filter((endpoint) => measuresOf(endpoint).length > 0))(
    '$name answers the extremes of each date, time and number without failing',
    async (endpoint) => {
      const expectSoundReply = soundReplyTo(endpoint)
      const refusals = new Refusals()
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
        for (const value of some(refusals.worthSending(extremes, isAccepted), endpoint, who)) {
          await expectSoundReply((caller) => callEndpoint(caller, endpoint, withValue(value)))
        }
      }
    },
    60_000,
  )

  it.each(thirdOf(endpoints.filter(({ body }) => body)))(
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

describe('input outside any schema', () => {
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
    'reads a file with hostile name %#, and hostile fields, like any other, or refuses it',
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

it('after all this, every stored record can still be listed, opened and exported', async () => {
  const client = await logIn('tenant')
  const list = (await client.get('/test-records', { per_page: '100', sort: '-recorded_at' })).json()
  for (const { id } of list.data) expect((await client.get(`/test-records/${id}`)).statusCode).toBe(200)
  const csv = await client.get('/test-records/export')
  expect(csv.body.trimEnd().split('\r\n').length - 1).toBeGreaterThanOrEqual(list.page.total)
})

/** Expects no server error, and the documented reply for a refusal. */
function expectSound(response: TestResponse): void {
  expect(response.statusCode, response.body).toBeLessThan(500)
  expect(response.statusCode < 400 || isDocumented(response.json()), response.body).toBe(true)
}

function isDocumented(reply: Record<string, unknown>): boolean {
  if (reply.resourceType === 'OperationOutcome') return Array.isArray(reply.issue) && reply.issue.length > 0
  return ['message', 'code', 'requestId'].every((name) => typeof reply[name] === 'string')
}

/** Returns the body with another value at a dotted path, creating what is missing on the way. */
function withValueAt(body: object, path: string, value: string): object {
  const [field = '', ...rest] = path.split('.')
  const inner = (body as Record<string, object | undefined>)[field] ?? { latitude: 51.5, longitude: -0.1 }
  return { ...body, [field]: rest.length === 0 ? value : withValueAt(inner, rest.join('.'), value) }
}

/** Texts that cannot be stored or contain non-characters, and one that is longer than any text may be. */
const notText = ['a\0b', '\ud800', 'x\udc00', '\ufffe', '\uffff', 'x'.repeat(200_000)]

/** True for an endpoint that reads anything in which a text can be sent. */
function hasFields(endpoint: Endpoint): boolean {
  return parts.some((part) => fieldsOf(endpoint[part]).length > 0)
}

/** True for an endpoint whose valid call has a text somewhere. */
function hasTexts(endpoint: Endpoint): boolean {
  const call = callOf(endpoint, placeOfNames)
  return parts.some((part) => textsIn(call[part]).length > 0)
}

/** Finds the paths of the texts in a value. */
function textsIn(value: unknown): string[][] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner).map((path) => [name, ...path]))
}

/** Returns the value with another text at one of these paths. */
function withTextAt(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  const inner = withTextAt((value as Record<string, unknown>)[name], rest, text)
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...(value as object), [name]: inner }
}

it('the walk of extremes covers the dates, times and numbers of every endpoint', () => {
  const known = new Set(endpoints.flatMap((endpoint) => measuresOf(endpoint).map(({ path }) => path)))
  const expected =
    'coordinates.latitude coordinates.longitude dateOfBirth from lotExpiry per_page performedDate performedTime to'
  expect([...known]).toEqual(expect.arrayContaining(expected.split(' ')))
})

/** Percent-encodes a text; a broken pair as the bytes of its halves. */
function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

let turns = 0

/** Selects two of the values, others each time, so that each is chosen somewhere. */
function inTurn<Value>(values: readonly Value[]): Value[] {
  return [turns++, turns++].map((turn) => values[turn % values.length]).filter((value) => value !== undefined)
}

/** Counts what was sent to an endpoint although it is refused: refusals end in equal replies, so two are enough. */
class Refusals {
  #left = 2

  /** Selects the values that a field accepts, and of those that it refuses what is left. */
  worthSending<Value>(values: readonly Value[], isAccepted: (value: Value) => boolean): Value[] {
    const refused = inTurn(values.filter((value) => !isAccepted(value))).slice(0, this.#left)
    this.#left -= refused.length
    return [...values.filter(isAccepted), ...refused]
  }
}

/** Tells whether the schema accepts this field of the input, whatever it says about others. */
function isAcceptedBy(schema: Endpoint['body'], input: unknown, field: string): boolean {
  const result = schema?.safeParse(input)
  return result?.success !== false || !result.error.issues.some(({ path }) => path.length === 0 || path[0] === field)
}
