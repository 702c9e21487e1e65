import type { FastifyInstance } from 'fastify'
import {
  exportAuditEvents,
  getAuditChain as chainEndpoint,
  getAuditEvent as getEndpoint,
  listAuditEvents as listEndpoint,
} from '../../contract/audit/endpoints.ts'
import type { ExportLimits } from '../access/exports/exporting.ts'
import { serveFile } from '../access/exports/serve-file.ts'
import { serve } from '../access/serving/serve.ts'
import { auditFile, getAuditEvent, listAuditEvents } from './events-service.ts'
import { getAuditChain } from './verification-service.ts'

export function auditRoutes(app: FastifyInstance, limits: ExportLimits): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listAuditEvents(scope, query) }))

  serveFile(app, exportAuditEvents, { name: 'audit-trail', limits, fileOf: auditFile })

  serve(app, getEndpoint, async (scope, { params }) => ({ body: { data: await getAuditEvent(scope, params.id) } }))

  serve(app, chainEndpoint, async (scope) => ({ body: { data: await getAuditChain(scope) } }))
}
