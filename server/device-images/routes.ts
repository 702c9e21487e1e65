import type { FastifyInstance } from 'fastify'
import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { maxImageBytes } from '../../contract/device-images/limits.ts'
import { serveInSteps } from '../access/serve.ts'
import { uploadOf } from '../access/upload.ts'
import type { Files } from '../platform/files.ts'
import { openDeviceImage, storeDeviceImage } from './service.ts'
import { UploadTurns } from './upload-turns.ts'

export function deviceImageRoutes(app: FastifyInstance, files: Files): void {
  const turns = new UploadTurns()
  serveInSteps(app, uploadDeviceImage, async (enter, { request }) => ({
    body: {
      data: await storeDeviceImage(enter, turns, files, () =>
        uploadOf(request, { maxBytes: maxImageBytes, tooLarge: 'imageTooLarge' }),
      ),
    },
  }))

  serveInSteps(app, getDeviceImage, async (enter, { params, reply }) => {
    const content = await openDeviceImage(enter, files, params.id)
    // A photo never changes; each browser may keep it for its own user, proxies may not.
    reply.type('image/webp').header('cache-control', 'private, max-age=3600').header('content-disposition', 'inline')
    await reply.send(content)
    return 'sent'
  })
}
