import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/organisations/endpoints.ts'
import { listOrganisations as listEndpoint } from '../../contract/organisations/organisation-list.ts'
import { serve } from '../access/serving/serve.ts'
import { answerWith, requiredVersionOf, versionOf } from '../access/changing/versions.ts'
import {
  createOrganisation,
  getOrganisation,
  listOrganisationHistory,
  listOrganisations,
  setStandingOfOrganisation,
  updateOrganisation,
} from './service.ts'

export function organisationRoutes(app: FastifyInstance): void {
  serve(app, listEndpoint, async (scope, { query }) => ({ body: await listOrganisations(scope, query) }))

  serve(app, endpoints.createOrganisation, async (scope, { body }) => answerWith(await createOrganisation(scope, body)))

  serve(app, endpoints.getOrganisation, async (scope, { params, query }) =>
    answerWith(await getOrganisation(scope, params.id, query)),
  )

  serve(app, endpoints.updateOrganisation, async (scope, { params, body, request }) =>
    answerWith(await updateOrganisation(scope, params.id, requiredVersionOf(request), body)),
  )

  serve(app, endpoints.suspendOrganisation, async (scope, { params, request }) => {
    const standing = { status: 'suspended', version: versionOf(request) } as const
    return answerWith(await setStandingOfOrganisation(scope, params.id, standing))
  })

  serve(app, endpoints.reactivateOrganisation, async (scope, { params, request }) => {
    const standing = { status: 'active', version: versionOf(request) } as const
    return answerWith(await setStandingOfOrganisation(scope, params.id, standing))
  })

  serve(app, endpoints.listOrganisationHistory, async (scope, { params, query }) => ({
    body: await listOrganisationHistory(scope, params.id, query),
  }))
}
