import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { RulePhrase } from '../../../contract/phrases/message-of.ts'
import { Failure, invalid, type FieldFailure } from '../../platform/failure.ts'

interface Limit {
  maxBytes: number
  /** The message for a larger file. */
  tooLarge: RulePhrase
}

/** An upload that has not been received yet. */
export interface Arriving {
  receive: () => Promise<Buffer>
  /** Tells whether the client has closed its connection, so that no reply is needed. */
  hasLeft: () => boolean
}

export function arriving(request: FastifyRequest, limit: Limit): Arriving {
  return { receive: () => uploadOf(request, limit), hasLeft: () => request.raw.socket.destroyed }
}

/**
 * Returns the only file of the request. Anything else in the form is refused, as in any other body. Throws `validation`
 * at `file`.
 */
async function uploadOf(request: FastifyRequest, { maxBytes, tooLarge }: Limit): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('unsupported-media-type')
  let upload: Buffer | undefined
  const fields: FieldFailure[] = []
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 5, fields: 5, parts: 10 } })) {
      if (part.type === 'file' && part.fieldname === 'file' && upload === undefined) {
        upload = await contentOf(part, tooLarge)
      } else {
        // An unread file would hold up the rest of the request.
        if (part.type === 'file') part.file.resume()
        fields.push({
          field: part.fieldname,
          phrase: part.fieldname === 'file' ? 'malformed' : 'unknownField',
          values: {},
        })
      }
    }
  } catch (error) {
    // The rest of the body is discarded.
    request.raw.unpipe()
    request.raw.resume()
    throw isOfReader(error) ? new Failure('bad-request') : error
  }
  if (upload !== undefined && fields.length === 0) return upload
  if (!fields.some(({ field }) => field === 'file') && upload === undefined) {
    fields.push({ field: 'file', phrase: 'required', values: {} })
  }
  throw new Failure('validation', { fields })
}

async function contentOf(part: MultipartFile, tooLarge: RulePhrase): Promise<Buffer> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if (part.file.truncated) throw invalid('file', tooLarge)
    throw error
  }
}

/** Tells whether the multipart parser rejected the body. Its errors have no code and no status. */
function isOfReader(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Failure) && !('statusCode' in error) && !('code' in error)
}
