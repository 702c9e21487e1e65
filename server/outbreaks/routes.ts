import type { FastifyInstance } from 'fastify'
import * as endpoints from '../../contract/outbreaks/endpoints.ts'
import { answerWith, versionOf } from '../access/changing/versions.ts'
import type { ExportLimits } from '../access/exports/exporting.ts'
import { serveFile } from '../access/exports/serve-file.ts'
import { serve } from '../access/serving/serve.ts'
import { lineListFile } from './export-service.ts'
import * as outbreaks from './service.ts'

export function outbreakRoutes(app: FastifyInstance, limits: ExportLimits): void {
  serve(app, endpoints.listOutbreaks, async (scope, { query }) => ({
    body: await outbreaks.listOutbreaks(scope, query),
  }))

  serve(app, endpoints.getOutbreak, async (scope, { params }) => ({
    body: { data: await outbreaks.openOutbreak(scope, params.id) },
  }))

  serve(app, endpoints.closeOutbreak, async (scope, { params, body }) => ({
    body: { data: await outbreaks.closeOutbreak(scope, params.id, body.note) },
  }))

  serveFile(app, endpoints.exportOutbreak, { name: 'line-list', limits, fileOf: lineListFile })

  serve(app, endpoints.printOutbreak, async (scope, { params }) => {
    await outbreaks.printOutbreak(scope, params.id)
    return {}
  })

  serve(app, endpoints.getOutbreakRules, async (scope) => answerWith(await outbreaks.getRules(scope)))

  serve(app, endpoints.changeOutbreakRules, async (scope, { body, request }) =>
    answerWith(await outbreaks.changeRules(scope, body, versionOf(request))),
  )

  serve(app, endpoints.changeOutbreakMail, async (scope, { body }) => ({
    body: { data: await outbreaks.changeMail(scope, body.isMailed) },
  }))
}
