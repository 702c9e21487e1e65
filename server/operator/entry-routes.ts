import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/operator/entry.ts'
import { serve } from '../access/serving/serve.ts'
import {
  askToEnter,
  endEntry,
  enterTenant,
  getOperatorAccess,
  grantEntry,
  leaveTenant,
  listOperatorEntries,
  refuseEntry,
  setOperatorAccess,
} from './entry-service.ts'

export function operatorEntryRoutes(app: FastifyInstance): void {
  serve(app, endpoints.enterTenant, async (scope, { params, body }) => ({
    body: { data: await enterTenant(scope, params.id, body.reason) },
  }))

  serve(app, endpoints.askToEnter, async (scope, { params, body }) => ({
    body: { data: await askToEnter(scope, params.id, body.reason) },
  }))

  serve(app, endpoints.leaveTenant, async (scope) => {
    await leaveTenant(scope)
    return {}
  })

  serve(app, endpoints.getOperatorAccess, async (scope) => ({ body: { data: await getOperatorAccess(scope) } }))

  serve(app, endpoints.updateOperatorAccess, async (scope, { body }) => ({
    body: { data: await setOperatorAccess(scope, body.mayEnter) },
  }))

  serve(app, endpoints.grantEntry, async (scope, { params, body }) => ({
    body: { data: await grantEntry(scope, params.id, body.hours) },
  }))

  serve(app, endpoints.refuseEntry, async (scope, { params }) => ({
    body: { data: await refuseEntry(scope, params.id) },
  }))

  serve(app, endpoints.listOperatorEntries, async (scope, { query }) => ({
    body: await listOperatorEntries(scope, query),
  }))

  serve(app, endpoints.endEntry, async (scope, { params }) => ({ body: { data: await endEntry(scope, params.id) } }))
}
