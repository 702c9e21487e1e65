import type { FastifyInstance } from 'fastify'
import { noteListPrint as noteEndpoint } from '../../contract/list-prints/endpoints.ts'
import { serve } from '../access/serving/serve.ts'
import { listPrint, noteListPrint } from './service.ts'

export function listPrintRoutes(app: FastifyInstance): void {
  serve(app, { ...noteEndpoint, body: listPrint }, async (scope, { body }) => {
    await noteListPrint(scope, body)
    return {}
  })
}
