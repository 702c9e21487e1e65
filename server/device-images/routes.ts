import type { FastifyInstance, FastifyRequest } from 'fastify'
import '@fastify/multipart'
import { getDeviceImage, maxImageBytes, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { serveInSteps } from '../access/serve.ts'
import { Failure, invalid } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import { openDeviceImage, storeDeviceImage } from './service.ts'

export function deviceImageRoutes(app: FastifyInstance, files: Files): void {
  serveInSteps(app, uploadDeviceImage, async (enter, { request }) => ({
    body: { data: await storeDeviceImage(enter, files, await uploadOf(request)) },
  }))

  serveInSteps(app, getDeviceImage, async (enter, { params, reply }) => {
    const content = await openDeviceImage(enter, files, params.id)
    // A photo never changes; each browser may keep it for its own user, proxies may not.
    reply.type('image/webp').header('cache-control', 'private, max-age=3600').header('content-disposition', 'inline')
    await reply.send(content)
    return 'sent'
  })
}

/** The one file of the request, at most `maxImageBytes`. */
async function uploadOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('unsupported-media-type')
  const part = await request.file({ limits: { fileSize: maxImageBytes, files: 1, fields: 0 } })
  if (part === undefined || part.fieldname !== 'file') throw invalid('file', 'required')
  try {
    return await part.toBuffer()
  } catch (error) {
    if (part.file.truncated) throw invalid('file', 'imageTooLarge')
    throw error
  }
}
