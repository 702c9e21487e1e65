import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../../contract/endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Requirement } from '../../contract/permissions/rules.ts'
import type { Place } from '../server/places.ts'
import { Client, logInAs, visit, type Sent } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { startOperator } from '../server/operators.ts'
import { logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { emailOf, password, userIdOf } from '../server/tenants.ts'

/**
 * The table of calls in spec §7, line by line. Each test is named by a line's method and path, and checks what the line
 * says: what is sent, what is returned, and who may call it. `permissions.test.ts` checks that the server enforces what
 * an endpoint `requires`.
 */

let test: TestApp
let home: Place
let visitor: Client
let admin: Client
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  home = test.ours.places.home
  visitor = await visit(test.app, test.ours)
  admin = await logInAs(test.app, test.ours, 'tenant')
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

describe('spec §7', () => {
  it('GET /sanctum/csrf-cookie', async () => {
    const browser = new Client(test.app, test.ours.host)
    const credentials = { username: emailOf('clinical'), password }
    expectFailure(await browser.post('/login', credentials), [403, 'csrf-mismatch'])
    expect(await answerTo(browser, 'GET /sanctum/csrf-cookie', 'anyone', {})).toEqual([204, undefined])
    expect((await browser.post('/login', credentials)).statusCode).toBe(200)
  })

  it('POST /login', async () => {
    const line = 'POST /login'
    const credentials = { username: emailOf('clinical'), password }
    const [status, { data }] = await answerTo(visitor.copy(), line, 'anyone', { body: credentials })
    expect(status).toBe(200)
    expect(data).toMatchObject({ email: emailOf('clinical'), permissions: expect.arrayContaining(['login-dashboard']) })
    const wrong = await visitor.post('/login', { ...credentials, password: 'Wrong-Password-1' })
    expectFailure(wrong, [401, 'wrong-credentials'], 'The email or password is incorrect.')
    const empty = await visitor.post('/login', { username: '', password: '' })
    expectFailure(empty, [422, 'validation'])
    expect(Object.keys(empty.json().errors)).toEqual(['username', 'password'])
  })

  it('POST /logout', async () => {
    const leaving = await logInAsSpare(test, test.ours, 'clinical')
    expect(await answerTo(leaving, 'POST /logout', 'anyone', {})).toEqual([204, undefined])
    expectFailure(await leaving.get('/users/my-details'), [401, 'unauthenticated'])
    expect((await leaving.post('/logout')).statusCode).toBe(204)
  })

  it('GET /tenants/get-id', async () => {
    expect(await answerTo(visitor, 'GET /tenants/get-id', 'anyone', {})).toEqual([200, { id: test.ours.id }])
  })

  it('POST /self-registration-user-create', async () => {
    const line = 'POST /self-registration-user-create'
    const sent = callOf(declared(line), home)
    const { email } = sent.body as { email: string }
    expect(await answerTo(visitor, line, 'anyone', sent)).toEqual([201, { data: { email } }])
    const wrong = { ...(sent.body as object), email: 'nora', password: 'short', termsAccepted: false }
    const { errors } = expectFailure(await visitor.post(pathOf(line), wrong), [422, 'validation'])
    expect(errors).toMatchObject({
      email: ['Please enter a valid email address'],
      password: ['Must use 10 or more lowercase and uppercase characters, and include at least one number or symbol.'],
      termsAccepted: [expect.any(String)],
    })
  })

  it('GET /verify-invite', async () => {
    const line = 'GET /verify-invite'
    const [status, { data }] = await answerTo(visitor, line, 'anyone', callOf(declared(line), home))
    expect([status, data]).toEqual([200, expect.objectContaining({ email: expect.stringContaining('@people.test') })])
    expectFailure(await visitor.get('/verify-invite', { code: 'ABCDEFGHJKLMNPQRSTUVWXYZ' }), [404, 'code-invalid'])
    expectFailure(await visitor.get('/verify-invite'), [422, 'validation'])
  })

  it('POST /invitee-update', async () => {
    const line = 'POST /invitee-update'
    const sent = callOf(declared(line), home)
    const weak = { ...(sent.body as object), fullName: '', password: 'no' }
    const { errors } = expectFailure(await visitor.post('/invitee-update', weak), [422, 'validation'])
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(['fullName', 'password']))
    const [status, { data }] = await answerTo(visitor, line, 'anyone', sent)
    expect([status, data.emailVerification]).toEqual([201, 'verified'])
    const { fullName, password: chosen } = sent.body as { fullName: string; password: string }
    const login = await visitor.copy().post('/login', { username: data.email, password: chosen })
    expect([login.statusCode, login.json().data.fullName]).toEqual([200, fullName])
    expectFailure(await visitor.post('/invitee-update', sent.body), [404, 'code-invalid'])
  })

  it('GET /users/user-types', async () => {
    const line = 'GET /users/user-types'
    const [status, all] = await answerTo(admin, line, 'logged-in', {})
    expect([status, all.data[0]]).toEqual([200, { value: expect.any(String), displayValue: expect.any(String) }])
    // British English is the default language.
    expect((await admin.get('/users/user-types', { lang: 'en_GB' })).json()).toEqual(all)
    const [, inSpanish] = await answerTo(admin, line, 'logged-in', { query: { lang: 'es_MX' } })
    expect(inSpanish.data[0].displayValue).not.toBe(all.data[0].displayValue)
    const query = { organisation_id: home.organisationId }
    const [, there] = await answerTo(admin, line, 'logged-in', { query })
    const valuesOf = ({ data }: { data: { value: string }[] }) => data.map(({ value }) => value)
    expect(valuesOf(all)).toEqual(expect.arrayContaining(valuesOf(there)))
    expect(valuesOf(all)).toContain('tenant')
    expect(valuesOf(there)).not.toContain('tenant')
  })

  it('PUT /users/my-details/delete', async () => {
    const line = 'PUT /users/my-details/delete'
    const person = await logInAsSpare(test, test.ours, 'clinical')
    const reason = { reason: 'no-longer-required', reasonText: null }
    const wrong = await person.put(pathOf(line), { currentPassword: 'Wrong-Password-1', ...reason })
    const { errors } = expectFailure(wrong, [422, 'validation'])
    expect(Object.keys(errors)).toEqual(['currentPassword'])
    const unsaid = await person.put(pathOf(line), { currentPassword: password, reason: 'other', reasonText: '' })
    expect(expectFailure(unsaid, [422, 'validation']).errors).toEqual({ reasonText: ['Enter your reason'] })
    const body = { currentPassword: password, ...reason }
    expect(await answerTo(person, line, 'logged-in', { body })).toEqual([204, undefined])
    expectFailure(await person.get('/users/my-details'), [401, 'unauthenticated'])
  })

  it('GET /users/my-details', async () => {
    const [status, { data }] = await answerTo(clinical, 'GET /users/my-details', 'logged-in', {})
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        id: userIdOf('clinical'),
        email: emailOf('clinical'),
        userType: { name: 'clinical', displayName: expect.any(String) },
        permissions: expect.arrayContaining(['login-dashboard', 'view-own-user', 'create-tests']),
        termsAccepted: true,
        groups: [expect.objectContaining({ id: home.groupId })],
        organisation: expect.objectContaining({ id: home.organisationId }),
        tenant: expect.objectContaining({ id: test.ours.id }),
        lang: 'en',
        assay_id: test.ours.assayId,
        emailVerification: 'verified',
        status: 'active',
        lastLogin: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        invitedBy: null,
        invitedWhen: null,
      }),
    ])
  })

  it('GET /get-site-preferences', async () => {
    const colours = ['primary', 'secondary', 'hover', 'accent', 'anchor', 'grey', 'textLink']
    const [status, { data }] = await answerTo(visitor, 'GET /get-site-preferences', 'anyone', {})
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        id: test.ours.id,
        slug: 'ours',
        productName: `${test.ours.marker} Tests`,
        defaultLanguage: 'en_GB',
        availableLanguages: ['en_GB', 'es_MX'],
        countries: ['GB', 'IE'],
        phoneRegex: null,
        postcodeRegex: null,
        subjects: expect.objectContaining({ kind: 'human' }),
        features: [],
        theme: { web: Object.fromEntries(colours.map((name) => [name, expect.stringMatching(/^#[0-9A-F]{6}$/i)])) },
        appLinks: { ios: null, android: null },
        dateFormat: { web: null, mobile: null },
      }),
    ])
    expect(JSON.stringify(data)).not.toContain(test.theirs.marker)
  })

  it('GET /assays/{assay_id}/web', async () => {
    const { data: me } = (await clinical.get('/users/my-details')).json()
    const params = { assay_id: me.assay_id }
    const [status, { data }] = await answerTo(clinical, 'GET /assays/{assay_id}/web', 'logged-in', { params })
    expect([status, data]).toMatchObject([
      200,
      {
        id: me.assay_id,
        analytes: [{ id: 'line' }],
        offeredResults: ['positive', 'negative', 'inconclusive', 'invalid'],
      },
    ])
    const { assayId } = test.theirs.places.unique
    expectFailure(await clinical.get(`/assays/${assayId}/web`), [404, 'not-found'])
  })

  it('GET /assays/us-counties', async () => {
    const [status, { data }] = await answerTo(clinical, 'GET /assays/us-counties', 'logged-in', {})
    expect([status, data]).toEqual([200, expect.arrayContaining([{ fips: '41051', name: 'Multnomah', state: 'OR' }])])
    expect(data.length).toBeGreaterThan(3000)
  })

  it.each([
    ['groups', 'group', { anyOf: ['edit-groups'] }],
    ['organisations', 'organisation', { rule: 'mayKeepOrganisations' }],
    ['users', 'user', { rule: 'mayEditUsers' }],
    ['tenants', 'tenant', { rule: 'mayKeepTenants' }],
  ] as const)('PUT %s/{id}/{endpoint}', async (path, noun, requires) => {
    const ids = { group: home.groupId, organisation: test.ours.places.away.organisationId, user: home.staffId }
    const id = noun === 'tenant' ? test.theirs.id : ids[noun]
    const sender = noun === 'tenant' ? (await startOperator(test, 'Robin Reed', null)).client : admin
    for (const [action, expected] of [
      ['suspend', 'suspended'],
      ['reactivate', 'active'],
    ] as const) {
      const call = { params: { id }, ...(noun === 'tenant' && action === 'suspend' && { body: {} }) }
      const [status, { data }] = await answerTo(sender, `PUT /${path}/{id}/${action}`, requires, call)
      expect([status, data]).toMatchObject([200, { id, status: expected }])
    }
  })

  it.each([
    ['GET /verify-new-self-registration', { needs: 'nothing' }],
    ['GET /verify', { needs: 'nothing' }],
    // The next page sets the password with this token.
    ['GET /verify-new', { token: expect.any(String) }],
  ])('%s', async (line, expected) => {
    const [status, { data }] = await answerTo(visitor, line, 'anyone', callOf(declared(line), home))
    expect([status, data]).toMatchObject([200, { email: expect.stringContaining('@'), ...expected }])
    expectFailure(await visitor.get(pathOf(line), { id: 'unknown' }), [404, 'link-invalid'])
    expectFailure(await visitor.get(pathOf(line)), [422, 'validation'])
  })

  it('(method not shown) /subjects/lookup', async () => {
    const line = 'POST /subjects/lookup'
    const requires = { anyOf: ['create-tests', 'view-subjects'] } as const
    const [status, { data }] = await answerTo(clinical, line, requires, callOf(declared(line), home))
    expect([status, data]).toMatchObject([200, { id: home.subjectId, email: home.subjectEmail }])
    expectFailure(
      await clinical.post('/subjects/lookup', { email: 'nobody@people.test' }),
      [404, 'email-not-found'],
      'Email not found. Edit the email address you entered or create a new test subject to associate with this test record.',
    )
    expectFailure(
      await clinical.post('/subjects/lookup', { customId1: 'Tag 7', customId2: 'Herd 1' }),
      [404, 'custom-id-not-found'],
      'Custom ID not found. Edit the custom IDs you entered or create a new test subject to associate with this test record.',
    )
  })

  it('(method not shown) /test-records/export', async () => {
    const endpoint = declared('GET /test-records/export')
    expect(endpoint.requires).toEqual({ anyOf: ['export-tests'] })
    const response = await callEndpoint(admin, endpoint, callOf(endpoint, home))
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    // The filters match exactly one record.
    expect(response.body.trimEnd().split('\r\n')).toEqual([expect.any(String), expect.stringContaining(home.testId)])
    expectFailure(
      await clinical.get('/test-records/export'),
      [403, 'forbidden'],
      "You don't appear to have the necessary permissions to access the page or resource you requested on this server.",
    )
  })
})

/** Finds the endpoint of a line of the table. */
function declared(line: string): Endpoint {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === line)
  if (endpoint === undefined) throw new Error(`No endpoint is declared as ${line}`)
  return endpoint
}

function pathOf(line: string): string {
  return declared(line).path
}

/** Calls a line as a permitted user, checks that status and body are declared, and returns them. */
async function answerTo(
  client: Client,
  line: string,
  requires: Requirement,
  call: Sent & { params?: Record<string, string> },
) {
  const endpoint = declared(line)
  expect(endpoint.requires).toEqual(requires)
  const response = await callEndpoint(client, endpoint, call)
  expect(Object.keys(endpoint.replies), response.body).toContain(String(response.statusCode))
  const schema = endpoint.replies[response.statusCode]
  if (schema === null || schema === undefined) return [response.statusCode, response.body || undefined] as const
  const parsed = z.safeParse(schema, response.json())
  expect(parsed.error).toBeUndefined()
  return [response.statusCode, response.json()] as const
}

/** Expects a refusal in the documented form and returns its body. */
function expectFailure(
  response: Awaited<ReturnType<Client['get']>>,
  [status, code]: readonly [number, string],
  message: string = response.json().message,
) {
  const body = response.json()
  expect([response.statusCode, body.code, body.message]).toEqual([status, code, message])
  return body
}
