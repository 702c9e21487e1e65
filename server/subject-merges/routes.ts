import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/subjects/merging.ts'
import { serve } from '../access/serving/serve.ts'
import { requiredVersionOf } from '../access/changing/versions.ts'
import { listMerges, mergeSubject, undoMerge } from './service.ts'

export function subjectMergeRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listMerges, async (scope, { params }) => ({
    body: { data: await listMerges(scope, params.id) },
  }))

  serve(app, endpoints.mergeSubject, async (scope, { params, body, request }) => ({
    body: { data: await mergeSubject(scope, params.id, requiredVersionOf(request), body) },
  }))

  serve(app, endpoints.undoMerge, async (scope, { params }) => ({
    body: { data: await undoMerge(scope, params.id, params.mergeId) },
  }))
}
