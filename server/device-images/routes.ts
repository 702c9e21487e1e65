import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MultipartFile } from '@fastify/multipart'
import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { maxImageBytes } from '../../contract/device-images/limits.ts'
import { serveInSteps } from '../access/serve.ts'
import { Failure, invalid, type FieldFailure } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import { openDeviceImage, storeDeviceImage } from './service.ts'
import { UploadTurns } from './upload-turns.ts'

export function deviceImageRoutes(app: FastifyInstance, files: Files): void {
  const turns = new UploadTurns()
  serveInSteps(app, uploadDeviceImage, async (enter, { request }) => ({
    body: { data: await storeDeviceImage(enter, turns, files, () => uploadOf(request)) },
  }))

  serveInSteps(app, getDeviceImage, async (enter, { params, reply }) => {
    const content = await openDeviceImage(enter, files, params.id)
    // A photo never changes; each browser may keep it for its own user, proxies may not.
    reply.type('image/webp').header('cache-control', 'private, max-age=3600').header('content-disposition', 'inline')
    await reply.send(content)
    return 'sent'
  })
}

/** The one file of the request, at most `maxImageBytes`. Anything beside it is refused, as in any other body. */
async function uploadOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('unsupported-media-type')
  let upload: Buffer | undefined
  const fields: FieldFailure[] = []
  for await (const part of request.parts({ limits: { fileSize: maxImageBytes, files: 5, fields: 5 } })) {
    if (part.type === 'file' && part.fieldname === 'file' && upload === undefined) {
      upload = await contentOf(part)
    } else {
      // What is not read would hold up the rest of the request.
      if (part.type === 'file') part.file.resume()
      fields.push({
        field: part.fieldname,
        phrase: part.fieldname === 'file' ? 'malformed' : 'unknownField',
        values: {},
      })
    }
  }
  if (upload !== undefined && fields.length === 0) return upload
  if (!fields.some(({ field }) => field === 'file') && upload === undefined) {
    fields.push({ field: 'file', phrase: 'required', values: {} })
  }
  throw new Failure('validation', { fields })
}

async function contentOf(part: MultipartFile): Promise<Buffer> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if (part.file.truncated) throw invalid('file', 'imageTooLarge')
    throw error
  }
}
