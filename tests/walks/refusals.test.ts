import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { errorStatus, type ErrorCode } from '../../contract/errors/errors.ts'
import type { operationOutcome } from '../../contract/fhir/operation-outcome.ts'
import { fhirJson } from '../../contract/fhir/served.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { everyLocale } from '../../contract/phrases/every-locale.ts'
import { filledIn } from '../../contract/phrases/translate.ts'
import { Client, logInAs, visit, type TestResponse } from '../server/client.ts'
import { callEndpoint, callOf, pathOf } from './endpoint-calls.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { multipart } from '../server/uploads.ts'
import { isOfOperators } from './walk-scope.ts'

let test: TestApp
let admin: Client
let patient: Client
/** May manage tenants, but this tenant is not the operator's. */
let unlimited: Client
/** Clients whose sessions are over or belong elsewhere, with the error code that they get. */
const lost: { client: Client; code: ErrorCode }[] = []

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  unlimited = await logInAs(test.app, test.ours, 'unlimited')
  patient = await logInAs(test.app, test.ours, 'patient')
  const [suspended, ofSuspended] = [await spareId('provider'), await spareId('provider')]
  await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [suspended])
  const { organisationId } = test.ours.places.unique
  await test.query(test.ours, 'update users set organisation_id = $2 where id = $1', [ofSuspended, organisationId])
  await test.query(test.ours, `update organisations set status = 'suspended' where id = $1`, [organisationId])
  const foreign = await logInAs(test.app, test.theirs, 'tenant')
  const elsewhere = new Client(test.app, test.ours.host)
  for (const [name, value] of foreign.cookies) elsewhere.cookies.set(name, value)
  lost.push({ client: elsewhere, code: 'unauthenticated' })
})

/** Logs in a user of this type, adds them to the lost clients, and returns their id. */
async function spareId(userType: UserType): Promise<string> {
  const client = await logInAsSpare(test, test.ours, userType)
  lost.push({ client, code: 'access-suspended' })
  return (await client.get('/users/my-details')).json().data.id
}

afterAll(() => test.close())

/** Returns a member of staff who may call the endpoint. */
function staffFor(endpoint: Endpoint): Client {
  return isOfOperators(endpoint) ? unlimited : admin
}

const takesJson = endpoints.filter(({ body }) => body !== undefined)
const unsafe = endpoints.filter(({ method }) => method !== 'GET')
const jsonText = { 'content-type': 'application/json' }

describe('undeclared or unreadable input', () => {
  // R4 asks of searches to leave out what they do not know: see server/fhir/asking.test.ts.
  const refusing = endpoints.filter(({ byForm }) => byForm === undefined)

  it.each(refusing)('$name refuses an unknown query field', async (endpoint) => {
    const call = callOf(endpoint, test.ours.places.home)
    const response = await callEndpoint(staffFor(endpoint), endpoint, {
      ...call,
      query: { ...call.query, surprise: '1' },
    })
    expectRefusal(response, 'validation')
    expect(response.body).toContain(phrases.rules.unknownField)
    expect(response.body).toContain('surprise')
  })

  it.each(refusing)('$name refuses __proto__ as a query field', async (endpoint) => {
    const { params = {} } = callOf(endpoint, test.ours.places.home)
    const call = callOf(endpoint, test.ours.places.home)
    const path = pathOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    expectRefusal(
      await staffFor(endpoint).send(endpoint.method, `${path}?__proto__=1`, { ...call, query: undefined }),
      'validation',
    )
  })

  it.each(takesJson)('$name refuses an unknown body field', async (endpoint) => {
    const call = callOf(endpoint, test.ours.places.home)
    const body = { ...(call.body as object), surprise: 1 }
    const response = await callEndpoint(staffFor(endpoint), endpoint, { ...call, body })
    expectRefusal(response, 'validation')
    expect(JSON.stringify(response.json().errors)).toContain(phrases.rules.unknownField)
  })

  it.each(endpoints.filter(({ method, body, upload }) => method !== 'GET' && !body && !upload))(
    '$name refuses any body',
    async (endpoint) => {
      const call = callOf(endpoint, test.ours.places.home)
      expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { ...call, body: { surprise: 1 } }), 'validation')
    },
  )

  it.each(
    takesJson.flatMap((endpoint) => fieldsOf(endpoint).map((field) => ({ endpoint, field, name: endpoint.name }))),
  )('$name refuses a wrong type of $field', async ({ endpoint, field }) => {
    const call = callOf(endpoint, test.ours.places.home)
    // The filter of an unfiltered list is empty, and so are settings that are as usual.
    const isEmptyRight = ['noteListPrint filter', 'changeNotificationSending hl7'].includes(`${endpoint.name} ${field}`)
    for (const wrong of [...(isEmptyRight ? [] : [{}]), 17.5, [[]], { $ne: null }]) {
      const response = await callEndpoint(staffFor(endpoint), endpoint, {
        ...call,
        body: { ...(call.body as object), [field]: wrong },
      })
      expectRefusal(response, 'validation')
    }
  })

  it.each(takesJson)('$name refuses a body that is no object', async (endpoint) => {
    const { params = {} } = callOf(endpoint, test.ours.places.home)
    for (const payload of ['[]', '17', '"text"', 'true', ...(needsBody(endpoint) ? ['null'] : [])]) {
      expectRefusal(
        await callEndpoint(staffFor(endpoint), endpoint, { params, payload, headers: jsonText }),
        'validation',
      )
    }
  })

  it.each(takesJson.filter(needsBody))('$name refuses a request without a body', async (endpoint) => {
    const { params = {} } = callOf(endpoint, test.ours.places.home)
    expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { params }), 'validation')
  })

  it.each(takesJson)('$name refuses malformed JSON', async (endpoint) => {
    for (const payload of ['{', '{"a":1,}', '\u0000', '{"__proto__":{"admin":true}}']) {
      expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { payload, headers: jsonText }), 'bad-request')
    }
  })

  it.each(takesJson)('$name refuses what is not JSON', async (endpoint) => {
    const { body } = callOf(endpoint, test.ours.places.home)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
      const sent = { payload: JSON.stringify(body ?? {}), headers: { 'content-type': type } }
      expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, sent), 'unsupported-media-type')
    }
    const form = multipart([{ name: 'file', filename: 'a.json', content: JSON.stringify(body ?? {}) }])
    expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, form), 'unsupported-media-type')
  })

  it.each(endpoints.filter(({ upload }) => upload))('$name refuses a body that is not a form', async (endpoint) => {
    const { params = {} } = callOf(endpoint, test.ours.places.home)
    expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { params, body: {} }), 'unsupported-media-type')
    expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { params }), 'unsupported-media-type')
  })

  it.each(takesJson)('$name refuses a body over its limit', async (endpoint) => {
    const payload = JSON.stringify({ padding: 'x'.repeat(endpoint.maxBodyBytes ?? 256 * 1024) })
    expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { payload, headers: jsonText }), 'too-large')
  })

  it.each(endpoints.filter(({ params }) => params))('$name answers 404 for a malformed id', async (endpoint) => {
    const [name = ''] = Object.keys(callOf(endpoint, test.ours.places.home).params ?? {})
    for (const id of ['1', 'x'.repeat(299), 'Anonymized', "'", '..', '%00', '\u0000', 'null']) {
      // Clients shorten such a path to that of another list before they send it.
      if (id === '..' && endpoint.name === 'listRecordNotifications') continue
      expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { params: { [name]: id } }), 'not-found')
    }
  })
})

describe('a caller without permission', () => {
  it.each(unsafe)('$name is refused without the XSRF token, and with another session’s', async (endpoint) => {
    const call = callOf(endpoint, test.ours.places.home)
    const { cookies } = await visit(test.app, test.ours)
    for (const token of ['', 'wrong', cookies.get('XSRF-TOKEN') ?? '']) {
      const headers = { ...call.headers, 'x-xsrf-token': token }
      expectRefusal(await callEndpoint(staffFor(endpoint), endpoint, { ...call, headers }), 'csrf-mismatch')
    }
  })

  it.each(unsafe)('$name is refused from another site, even with the token', async (endpoint) => {
    const call = callOf(endpoint, test.ours.places.home)
    for (const origin of [
      'https://evil.test',
      `http://${test.theirs.host}`,
      'null',
      `https://${test.ours.host}.evil.test`,
    ]) {
      const response = await callEndpoint(staffFor(endpoint), endpoint, {
        ...call,
        headers: { ...call.headers, origin },
      })
      expectRefusal(response, 'foreign-origin')
    }
  })

  // The tenant is not the operator's, so the endpoints for managing tenants are left out.
  const answered = unsafe.filter((endpoint) => !isOfOperators(endpoint))
  it.each(answered.filter(({ name }) => name !== 'logout' && name !== 'setPassword'))(
    '$name is accepted from its own site',
    async (endpoint) => {
      const client = endsItsCaller.has(endpoint.name) ? await logInAsSpare(test, test.ours, 'tenant') : admin
      const call = callOf(endpoint, test.ours.places.home)
      const headers = { ...call.headers, origin: `http://${test.ours.host}` }
      expect((await callEndpoint(client, endpoint, { ...call, headers })).statusCode).toBeLessThan(300)
    },
  )

  it.each(endpoints.filter(({ requires }) => requires !== 'anyone'))('$name needs a session', async (endpoint) => {
    const visitor = await visit(test.app, test.ours)
    expectRefusal(await callEndpoint(visitor, endpoint, callOf(endpoint, test.ours.places.home)), 'unauthenticated')
    visitor.cookies.set('lateral_session', 'A'.repeat(43))
    const response = await callEndpoint(visitor, endpoint, callOf(endpoint, test.ours.places.home))
    expectRefusal(response, endpoint.method === 'GET' ? 'unauthenticated' : 'csrf-mismatch')
  })

  it.each(endpoints.filter(({ requires }) => requires !== 'anyone'))(
    '$name is closed to sessions of another tenant, of suspended users and of suspended organisations',
    async (endpoint) => {
      expect(lost).toHaveLength(3)
      for (const { client, code } of lost) {
        const response = await callEndpoint(client.copy(), endpoint, callOf(endpoint, test.ours.places.home))
        expectRefusal(response, code)
      }
    },
  )

  it('a missing permission is reported before invalid input', async () => {
    expectRefusal(await patient.post('/test-records', { surprise: 1 }), 'forbidden')
    expectRefusal(await patient.get('/test-records/export', { surprise: '1' }), 'forbidden')
  })
})

describe('addresses', () => {
  it('that no endpoint serves answer 404', async () => {
    for (const path of [
      '',
      '/',
      '/nothing',
      '/login/',
      '/Login',
      '/test-records//',
      '/../../etc/passwd',
      '/%2e%2e/x',
    ]) {
      expectRefusal(await admin.get(path), 'not-found')
    }
    expectRefusal(await admin.send('PUT', '/login', { body: {} }), 'not-found')
    expectRefusal(await admin.send('DELETE', '/test-records'), 'not-found')
  })

  it('that are malformed get the documented reply', async () => {
    expectRefusal(await admin.get('/test-records/%zz'), 'bad-request')
    expectRefusal(await admin.get('/%'), 'bad-request')
  })

  it('of hosts without a tenant answer 404', async () => {
    for (const host of ['nobody.localhost', '127.0.0.1', 'x.ours.localhost', "x' or 1=1"]) {
      const response = await test.app.inject({ url: '/api/v1/get-site-preferences', headers: { host } })
      expectRefusal(response, 'not-found')
    }
  })

  it('get refusals in the browser’s language', async () => {
    const response = await admin.get('/nothing', undefined, { 'accept-language': 'es-MX,es;q=0.9' })
    expect(response.json().message).toBe(everyLocale.es_MX.errors['not-found'])
  })
})

/** False for an endpoint whose body may be left out, because everything in it is. */
function needsBody({ body }: Endpoint): boolean {
  return body?.safeParse(undefined).success === false
}

/** Expects the documented reply of a refusal, and no undocumented field. */
function expectRefusal(response: TestResponse, code: ErrorCode): void {
  expect([response.statusCode, response.body]).toEqual([errorStatus[code], expect.stringContaining(`"code":"${code}"`)])
  const isFhir = response.json().resourceType === 'OperationOutcome'
  const { message, errors, ...rest } = isFhir ? asErrorReply(response) : response.json()
  expect(rest).toEqual({ code, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(message).toBe(filledIn({ ...phrases.errors, ...phrases.serverErrors }[code], 'en_GB'))
  expect(errors === undefined).toBe(code !== 'validation')
  expect(response.headers['content-type']).toBe(`${isFhir ? fhirJson : 'application/json'}; charset=utf-8`)
  expect(response.headers['cache-control']).toBe('no-store')
}

/** Reads the refusal of a FHIR endpoint, whose issues name the fields instead of the whole. */
function asErrorReply(response: TestResponse) {
  const { issue, resourceType: _, ...rest } = response.json<ReturnType<typeof operationOutcome>>()
  const [first] = issue
  const code = first?.details.coding[0]?.code as ErrorCode
  const ofFields = issue.flatMap(({ expression, details }) =>
    (expression ?? []).map((field) => [field.slice(5), details]),
  )
  const named = ofFields.map(([field, details]) => [field, [(details as { text: string }).text]])
  return {
    ...rest,
    code,
    requestId: first?.diagnostics.replace('requestId=', ''),
    message: code === 'validation' ? filledIn(phrases.serverErrors.validation, 'en_GB') : first?.details.text,
    ...(code === 'validation' && { errors: Object.fromEntries(named) }),
  }
}

function fieldsOf(endpoint: Endpoint): string[] {
  const place = new Proxy({} as TestApp['ours']['places']['home'], { get: (_, key) => String(key) })
  return Object.keys(callOf(endpoint, place).body ?? {})
}
