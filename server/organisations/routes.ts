import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/organisations/endpoints.ts'
import { listOrganisations as listEndpoint } from '../../contract/organisations/organisation-list.ts'
import { serve } from '../access/serving/serve.ts'
import { serveCreation, serveHistory, serveStanding } from '../access/serving/serve-row.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import {
  createOrganisation,
  getOrganisation,
  listOrganisations,
  setStandingOfOrganisation,
  updateOrganisation,
} from './service.ts'

export function organisationRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listOrganisations(scope, query) }))

  serveCreation(app, endpoints.createOrganisation, createOrganisation, getOrganisation)

  serve(app, endpoints.getOrganisation, async (scope, { params, query }) =>
    answerWith(await getOrganisation(scope, params.id, query)),
  )

  serve(app, endpoints.updateOrganisation, async (scope, { params, body, request }) =>
    answerWith(await updateOrganisation(scope, params.id, requiredVersionOf(request), body)),
  )

  serveStanding(app, endpoints.suspendOrganisation, endpoints.reactivateOrganisation, setStandingOfOrganisation)

  serveHistory(app, endpoints.listOrganisationHistory, 'organisation', getOrganisation)
}
