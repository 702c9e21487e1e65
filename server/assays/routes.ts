import type { FastifyInstance } from 'fastify'
import * as reading from '../../contract/assays/assay.ts'
import {
  listCatalogue as catalogueEndpoint,
  takeFromCatalogue as takingEndpoint,
} from '../../contract/assays/catalogue.ts'
import * as endpoints from '../../contract/assays/endpoints.ts'
import { getAssayPicture, uploadAssayPicture } from '../../contract/assays/pictures.ts'
import { listUsCounties as countiesEndpoint } from '../../contract/assays/us-counties.ts'
import { maxImageBytes } from '../../contract/limits-and-times.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { createOnce, serveAction, serveCreation, serveHistory } from '../access/serving/serve-row.ts'
import { arriving } from '../access/serving/upload.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { openPicture, storePicture } from './picture-service.ts'
import {
  createAssay,
  getAssay,
  listAssays,
  listCatalogue,
  listUsCounties,
  setRetirement,
  takeFromCatalogue,
  updateAssay,
} from './service.ts'

export function assayRoutes(app: FastifyInstance): void {
  serve(app, countiesEndpoint, async (_, { query }) => ({ body: { data: listUsCounties(query.state) } }))

  serve(app, catalogueEndpoint, async (scope) => ({ body: { data: await listCatalogue(scope) } }))

  serve(app, takingEndpoint, (scope, { params: { entry }, request }) =>
    createOnce(
      scope,
      { request, sent: [takingEndpoint.name, entry] },
      (id) => takeFromCatalogue(scope, entry, id),
      getAssay,
    ),
  )

  serve(app, reading.listAssays, async (scope, { query }) => ({ body: await listAssays(scope, query) }))

  serveCreation(app, endpoints.createAssay, createAssay, getAssay)

  serve(app, reading.getAssay, async (scope, { params }) => answerWith(await getAssay(scope, params.id)))

  serve(app, reading.getAssayForRecording, async (scope, { params }) =>
    answerWith(await getAssay(scope, params.assay_id)),
  )

  serve(app, endpoints.updateAssay, async (scope, { params, body, request }) =>
    answerWith(await updateAssay(scope, params.id, requiredVersionOf(request), body)),
  )

  serveAction(app, endpoints.retireAssay, (scope, id, version) =>
    setRetirement(scope, id, { isRetired: true, version }),
  )

  serveAction(app, endpoints.restoreAssay, (scope, id, version) =>
    setRetirement(scope, id, { isRetired: false, version }),
  )

  serveHistory(app, endpoints.listAssayHistory, 'assay', getAssay)

  serveInSteps(app, getAssayPicture, async (enter, { params, reply }) => {
    const content = await enter((scope) => openPicture(scope, params.id))
    // A picture never changes, so each browser may cache it for its own user; proxies may not.
    reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('content-disposition', 'inline')
    await reply.send(content)
    return 'sent'
  })
}

/** `app` must accept file uploads. */
export function assayUploadRoutes(app: FastifyInstance, turns: TenantTurns): void {
  serveInSteps(app, uploadAssayPicture, async (enter, { request }) => ({
    body: {
      data: await storePicture(
        enter,
        turns,
        arriving(request, { maxBytes: maxImageBytes, tooLarge: 'pictureTooLarge' }),
      ),
    },
  }))
}
