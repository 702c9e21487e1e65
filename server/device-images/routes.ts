import type { FastifyInstance } from 'fastify'
import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { maxImageBytes } from '../../contract/limits-and-times.ts'
import { serveInSteps } from '../access/serving/serve.ts'
import { arriving } from '../access/serving/upload.ts'
import type { Files } from '../platform/files.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { expectImageInScope, openDeviceImage, storeDeviceImage } from './service.ts'

/** `app` must accept file uploads. */
export function deviceImageRoutes(app: FastifyInstance, files: Files, turns: TenantTurns): void {
  serveInSteps(app, uploadDeviceImage, async (enter, { request }) => ({
    body: {
      data: await storeDeviceImage(
        enter,
        turns,
        files,
        arriving(request, { maxBytes: maxImageBytes, tooLarge: 'imageTooLarge' }),
      ),
    },
  }))

  serveInSteps(app, getDeviceImage, async (enter, { params, request, reply }) => {
    // A photo never changes but access to it does, so a browser with a cached copy must ask each time.
    const etag = `"${params.id}"`
    const isKept = request.headers['if-none-match'] === etag
    const content = isKept
      ? await enter((scope) => expectImageInScope(scope, params.id))
      : await openDeviceImage(enter, files, params.id)
    reply.header('cache-control', 'private, no-cache').header('etag', etag)
    if (isKept) reply.code(304)
    else reply.type('image/webp').header('content-disposition', 'inline')
    await reply.send(content)
    return 'sent'
  })
}
