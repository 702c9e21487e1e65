import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  // All calls of this walk go to one address, so its ceiling is raised.
  await test.query(test.ours, 'update tenant_limits set mails_per_recipient = 1000, texts_per_recipient = 1000')
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/**
 * The number of times that staff may call endpoints which reveal an email or whose an invite is, send a message, query name servers, decode
 * a picture, or read or run a file. Calls with refused input count.
 */
const limits = {
  checkInvite: 100,
  checkTenantDomain: 30,
  chooseImportDifferences: 100,
  createApiToken: 30,
  createInvite: 100,
  createUser: 100,
  createWebhook: 30,
  findInvitee: 300,
  findInviteeOfGroup: 300,
  previewImport: 100,
  putLogo: 20,
  resendWebhook: 30,
  rotateWebhook: 10,
  startImport: 100,
  testWebhook: 30,
  undoImport: 100,
  uploadAssayPicture: 20,
  uploadImport: 20,
}

it('every declared limit is listed here and lasts 15 minutes', () => {
  const declared = endpoints.flatMap(({ name, limit }) => (limit === undefined ? [] : [{ name, ...limit }]))
  expect(Object.fromEntries(declared.map(({ name, attempts }) => [name, attempts]))).toEqual(limits)
  expect(new Set(declared.map(({ minutes }) => minutes))).toEqual(new Set([15]))
})

function call(name: string, body?: object) {
  const endpoint = endpoints.find((one) => one.name === name)
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`)
  const valid = callOf(endpoint, test.ours.places.home)
  return callEndpoint(
    admin,
    endpoint,
    body === undefined ? valid : { ...valid, body: { ...(valid.body as object), ...body } },
  )
}

async function expectRefused(name: string): Promise<void> {
  const refused = await call(name)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('too-many-attempts')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect(refused.json().message).toMatch(/^Too many attempts\. Try again in about 1[45] minutes\.$/)
}

/** Makes room for others, because a tenant has fewer at once than may be made. */
async function revokeWebhooks(): Promise<void> {
  await test.query(
    test.ours,
    `update webhooks set state = 'revoked', paused_because = null, revoked_at = now(), revoked_by = made_by where state <> 'revoked' and id <> $1`,
    [test.ours.places.home.webhookId],
  )
}

describe.each(Object.entries(limits))('%s', (name, most) => {
  it(`is refused after ${most} times in 15 minutes, and possible again after them`, async () => {
    for (let n = 0; n < most; n += 1) {
      // The limit of messages to one address is reset, because it is lower.
      await test.query(test.ours, 'delete from message_counts')
      if (name === 'createWebhook') await revokeWebhooks()
      expect((await call(name)).statusCode, `the ${n}th time`).toBeLessThan(300)
    }
    await expectRefused(name)
    await test.query(test.ours, `update throttle_counters set window_started_at = now() - interval '16 minutes'`)
    if (name === 'createWebhook') await revokeWebhooks()
    expect((await call(name)).statusCode).toBeLessThan(300)
  })
})

it.each(['createInvite', 'createUser'])('%s also counts refused calls', async (name) => {
  const refused = { groupId: crypto.randomUUID(), groupIds: [crypto.randomUUID()] }
  const { groupId, groupIds } = refused
  for (let n = 0; n < 100; n += 1) {
    expect((await call(name, name === 'createInvite' ? { groupId } : { groupIds })).statusCode).toBe(422)
  }
  await expectRefused(name)
})
