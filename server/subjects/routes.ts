import type { FastifyInstance } from 'fastify'
import {
  acquaintSubject as acquaintEndpoint,
  createSubject as createEndpoint,
  getSubject as getEndpoint,
  listSubjects as listEndpoint,
  lookUpSubject as lookUpEndpoint,
  updateSubject as updateEndpoint,
} from '../../contract/subjects/endpoints.ts'
import { matchSubjects as matchEndpoint } from '../../contract/subjects/matching.ts'
import { listDuplicates as duplicatesEndpoint } from '../../contract/subjects/merging.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation } from '../access/serving/serve-row.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { acquaintSubject, createSubject, updateSubject } from './changing-service.ts'
import { listDuplicates } from './duplicates-service.ts'
import { getAddedSubject, listSubjects, lookUpSubject, matchSubjects, openSubject } from './service.ts'

export function subjectRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listSubjects(scope, query) }))

  serve(app, lookUpEndpoint, async (scope, { body }) => ({ body: { data: await lookUpSubject(scope, body) } }))

  serve(app, matchEndpoint, async (scope, { body }) => ({ body: await matchSubjects(scope, body) }))

  serveCreation(app, createEndpoint, createSubject, getAddedSubject)

  serve(app, getEndpoint, async (scope, { params }) => answerWith(await openSubject(scope, params.id)))

  serve(app, updateEndpoint, async (scope, { params, body, request }) =>
    answerWith(await updateSubject(scope, params.id, requiredVersionOf(request), body)),
  )

  serve(app, acquaintEndpoint, async (scope, { params, body }) => {
    await acquaintSubject(scope, params.id, params.groupId, body)
    return {}
  })

  serve(app, duplicatesEndpoint, async (scope, { params }) => ({
    body: { data: await listDuplicates(scope, params.id) },
  }))
}
