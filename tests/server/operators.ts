import { expect } from 'vitest'
import { createOperator } from '../../server/operator/founding-service.ts'
import { Client } from './client.ts'
import type { TestApp } from './test-app.ts'

/** An operator who is logged in at the operator's host, with the id of their tenant. */
export interface TestOperator {
  client: Client
  id: string
  tenantId: string
  email: string
}

const password = 'Quiet-Harbour-Lights-7'

/** Makes an operator and logs them in. The first one founds the operator's tenant. */
export async function startOperator(test: TestApp, fullName: string, tenantId: string | null): Promise<TestOperator> {
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}@operator.test`
  const { token } = await createOperator(test.door, tenantId, { fullName, email, lang: 'en' }, 'token')
  const client = new Client(test.app, 'operator.localhost')
  const me = await followInvitation(client, token ?? '')
  return { client, id: me.id, tenantId: me.tenant.id, email }
}

/** Logs in by the link of an invitation, accepts the terms and returns the account. */
export async function followInvitation(client: Client, token: string) {
  await client.get('/sanctum/csrf-cookie')
  const { data } = (await client.get('/verify-new', { id: token })).json()
  expect((await client.put('/passwords', { ...data, password })).statusCode).toBe(204)
  const login = await client.post('/login', { username: data.email, password })
  expect(login.statusCode, login.body).toBe(200)
  return login.json().data
}
