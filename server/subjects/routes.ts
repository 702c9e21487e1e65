import type { FastifyInstance } from 'fastify'
import { createSubject as createEndpoint, lookUpSubject as lookUpEndpoint } from '../../contract/subjects/endpoints.ts'
import { serve } from '../access/serve.ts'
import { createSubject, lookUpSubject } from './service.ts'

export function subjectRoutes(app: FastifyInstance): void {
  serve(app, lookUpEndpoint, async (scope, { body }) => ({ body: { data: await lookUpSubject(scope, body) } }))

  serve(app, createEndpoint, async (scope, { body }) => ({ body: { data: await createSubject(scope, body) } }))
}
