import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { tokenPermissions, type TokenPermission } from '../../contract/api-tokens/rights.ts'
import { cellOf } from '../../contract/permissions/matrix.ts'
import { Client } from './client.ts'
import type { TestTenant } from './tenants.ts'

/** A machine, which sends its token with each request and keeps no cookies. */
export class Machine extends Client {
  readonly id: string
  readonly secret: string

  constructor(app: FastifyInstance, host: string, token: { id: string; secret: string }) {
    super(app, host)
    this.id = token.id
    this.secret = token.secret
  }

  override credentials(): Record<string, string> {
    return { authorization: `Bearer ${this.secret}` }
  }

  override copy(app = this.app, host = this.host): Machine {
    return new Machine(app, host, this)
  }
}

/** The parts of a token that a test cares about. By default it may do all that it can, in the whole tenant. */
interface Wanted {
  name?: string
  permissions?: readonly TokenPermission[]
  organisationId?: string | null
  groupIds?: readonly string[]
  days?: number
}

/** Makes a token by way of an administrator, and returns its machine. */
export async function makeMachine(admin: Client, tenant: TestTenant, wanted: Wanted = {}): Promise<Machine> {
  const type = wanted.organisationId ? 'organisation' : 'tenant'
  const permissions = tokenPermissions.filter((permission) => cellOf(type, permission) !== 'beyond')
  const form = { name: 'Lab bridge', permissions, organisationId: null, groupIds: [], days: 30 }
  const made = await admin.post('/api-tokens', { ...form, ...wanted })
  expect(made.statusCode, made.body).toBe(201)
  return new Machine(admin.app, tenant.host, made.json().data)
}
