import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/testing-algorithms/algorithm.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { serve } from '../access/serving/serve.ts'
import { serveAction, serveCreation } from '../access/serving/serve-row.ts'
import * as algorithms from './service.ts'

export function testingAlgorithmRoutes(app: FastifyInstance): void {
  serve(app, endpoints.listTestingAlgorithms, async (scope, { query }) => ({
    body: await algorithms.listTestingAlgorithms(scope, query),
  }))

  serve(app, endpoints.getTestingAlgorithm, async (scope, { params }) =>
    answerWith(await algorithms.getTestingAlgorithm(scope, params.id)),
  )

  serveCreation(
    app,
    endpoints.createTestingAlgorithm,
    algorithms.createTestingAlgorithm,
    algorithms.getTestingAlgorithm,
  )

  serve(app, endpoints.updateTestingAlgorithm, async (scope, { params, body, request }) =>
    answerWith(await algorithms.updateTestingAlgorithm(scope, params.id, requiredVersionOf(request), body)),
  )

  serveAction(app, endpoints.retireTestingAlgorithm, (scope, id, version) =>
    algorithms.setRetirement(scope, id, { isRetired: true, version }),
  )

  serveAction(app, endpoints.restoreTestingAlgorithm, (scope, id, version) =>
    algorithms.setRetirement(scope, id, { isRetired: false, version }),
  )
}
