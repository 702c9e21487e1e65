import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/groups/endpoints.ts'
import { listGroups as listEndpoint } from '../../contract/groups/group-list.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation, serveHistory, serveStanding } from '../access/serving/serve-row.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { createGroup, getGroup, listGroups, setStandingOfGroup, updateGroup } from './service.ts'

export function groupRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listGroups(scope, query) }))

  serveCreation(app, endpoints.createGroup, createGroup, getGroup)

  serve(app, endpoints.getGroup, async (scope, { params, query }) =>
    answerWith(await getGroup(scope, params.id, query)),
  )

  serve(app, endpoints.updateGroup, async (scope, { params, body, request }) =>
    answerWith(await updateGroup(scope, params.id, requiredVersionOf(request), body)),
  )

  serveStanding(app, endpoints.suspendGroup, endpoints.reactivateGroup, setStandingOfGroup)

  serveHistory(app, endpoints.listGroupHistory, 'group', getGroup)
}
