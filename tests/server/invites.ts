import { expect } from 'vitest'
import type { Client, TestResponse } from './client.ts'
import type { TestTenant } from './tenants.ts'
import type { TestApp } from './test-app.ts'

let invited = 0

/** A valid invite into a tenant's home group, with a new email. */
export function anInvite(tenant: TestTenant, changes: Record<string, unknown> = {}) {
  invited += 1
  return { groupId: tenant.places.home.groupId, email: `invited-${invited}@people.test`, lang: 'en', ...changes }
}

/** Invites somebody and returns the invite. */
export async function invitedBy(staff: Client, tenant: TestTenant, changes: Record<string, unknown> = {}) {
  const response = await staff.post('/invites', anInvite(tenant, changes))
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}

/** Waits for `count` messages to an email or number, and returns the code in the newest. */
export async function codeSentTo(test: TestApp, tenant: TestTenant, to: string, count = 1): Promise<string> {
  await expect.poll(() => test.mails(tenant, to)).toHaveLength(count)
  const [newest] = await test.mails(tenant, to)
  return newest?.link.pathname.split('/').at(-1) ?? ''
}

/** A valid form of an invitee's account. */
export function anInvitee(code: string, changes: Record<string, unknown> = {}) {
  return {
    code,
    fullName: 'Rosa Quill',
    password: 'Copper-Lantern-48',
    dateOfBirth: '1990-01-31',
    lang: 'en',
    termsAccepted: true,
    ...changes,
  }
}

export function redeem(client: Client, code: string, changes: Record<string, unknown> = {}): Promise<TestResponse> {
  return client.post('/invitee-update', anInvitee(code, changes))
}
