import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { FeatureFlag } from '../../contract/permissions/permissions.ts'
import { visit, type Client } from './client.ts'
import { startTestApp, type SentMail, type TestApp } from './test-app.ts'
import type { TestTenant } from './tenants.ts'

/* For tests of people who register: a server that sends, a visitor for each test, and the links that they are sent. */

export const password = 'Copper-Lantern-48'
export const words = { ...phrases.rules, ...phrases.serverRules }

export let test: TestApp
export let visitor: Client
let registered = 0

beforeAll(async () => {
  test = await startTestApp()
  await test.startSending()
})
beforeEach(async () => {
  visitor = await visit(test.app, test.ours)
})
afterAll(() => test.close())

export function aForm(changes: Record<string, unknown> = {}) {
  registered += 1
  return {
    fullName: 'Rosa Quill',
    email: `rosa-${registered}@people.test`,
    password,
    dateOfBirth: '1990-01-31',
    country: 'GB',
    lang: 'en',
    termsAccepted: true,
    ...changes,
  }
}

export const register = (form: object, client = visitor) => client.post('/self-registration-user-create', form)
export const open = (token: string, client = visitor) => client.get('/verify-new-self-registration', { id: token })
export const verify = (token: string, client = visitor) => client.post('/verify-new-self-registration', { id: token })
export const logIn = (username: string) => visitor.post('/login', { username, password })

/** Waits for `count` mails to an address and returns the newest. */
export async function mailTo(to: string, count = 1, tenant: TestTenant = test.ours): Promise<SentMail> {
  await expect.poll(() => test.mails(tenant, to)).toHaveLength(count)
  const [newest] = await test.mails(tenant, to)
  if (newest === undefined) throw new Error('There is a mail')
  return newest
}

/** Registers, and returns the token of the mail's link. */
export async function registeredToken(email: string, client = visitor, tenant = test.ours): Promise<string> {
  expect((await register(aForm({ email }), client)).statusCode).toBe(201)
  return (await mailTo(email, 1, tenant)).link.searchParams.get('id') ?? ''
}

export async function outbox(): Promise<number> {
  const [row] = await test.query<{ count: string }>(test.ours, 'select count(*) from messages')
  return Number(row?.count)
}

export async function eventsAbout(userId: string) {
  return await test.query(
    test.ours,
    'select action, outcome from audit_events where resource_id = $1 order by occurred_at, id',
    [userId],
  )
}

export const userOf = async (email: string) =>
  (
    await test.query<Record<string, unknown>>(
      test.ours,
      'select *, date_of_birth::text from users where email_key = lower($1)',
      [email],
    )
  )[0]

export const setFlags = (...flags: FeatureFlag[]) => test.query(test.ours, 'update tenants set features = $1', [flags])
