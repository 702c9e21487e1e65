import type { FastifyInstance } from 'fastify'
import { getLogo, getManifest, putLogo, removeLogo } from '../../contract/tenants/logos.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { arriving } from '../access/serving/upload.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { changeLogo, getLogoOf, manifestOf, takeLogoAway } from './logo-service.ts'
import { getPreferences } from './service.ts'
import { maxLogoBytes } from '../../contract/limits-and-times.ts'

export function logoRoutes(app: FastifyInstance): void {
  serveInSteps(app, getLogo, async (enter, { params, query, reply }) => {
    const { content, hash, media_type } = await enter((scope) => getLogoOf(scope, params.id, params.name))
    reply
      .type(media_type)
      // An address with the hash never changes its picture; one without is revalidated soon.
      .header('cache-control', query.v === hash ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
      // SVGs from older versions that are opened directly can neither run scripts nor load anything.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
    await reply.send(content)
    return 'sent'
  })

  serveInSteps(app, getManifest, async (enter, { request, reply }) => {
    const manifest = await enter(async (scope) => manifestOf(await getPreferences(scope, request.hostname, null)))
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600')
    await reply.send(JSON.stringify(manifest))
    return 'sent'
  })

  serve(app, removeLogo, async (scope, { params }) => {
    await takeLogoAway(scope, params.id, params.name)
    return {}
  })
}

/** `app` must accept file uploads. */
export function logoUploadRoutes(app: FastifyInstance, turns: TenantTurns): void {
  serveInSteps(app, putLogo, async (enter, { params, request }) => {
    const upload = arriving(request, { maxBytes: maxLogoBytes, tooLarge: 'logoTooLarge' })
    return {
      body: { data: { logos: await changeLogo(enter, turns, { tenantId: params.id, name: params.name }, upload) } },
    }
  })
}
