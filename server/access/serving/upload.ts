import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { RulePhrase, ServerRulePhrase } from '../../../contract/phrases/message-of.ts'
import { Failure, invalid, type FieldFailure } from '../../platform/failure.ts'

interface Limit {
  maxBytes: number
  /** The message for a larger file. */
  tooLarge: RulePhrase | ServerRulePhrase
}

/** An upload that has not been received yet. */
export interface Arriving<T = Buffer> {
  receive: () => Promise<T>
  /** Tells whether the client has closed its connection, so that no reply is needed. */
  hasLeft: () => boolean
}

export function arriving(request: FastifyRequest, limit: Limit): Arriving {
  return {
    receive: () => uploadOf(request, limit, (part) => part.toBuffer()),
    hasLeft: () => request.raw.socket.destroyed,
  }
}

/** A file that arrives, with the name that its sender gave it, which may be empty. */
export interface ArrivingFile {
  name: string
  content: Readable
  /** The bytes that have arrived. */
  bytes: () => number
}

/**
 * Receives an upload a part at a time: `store` reads the content, whose end it must await. What it has stored is to be
 * removed when this throws, because a file may turn out to be too large at its end.
 */
export function receiveFile<T>(
  request: FastifyRequest,
  limit: Limit,
  store: (file: ArrivingFile) => Promise<T>,
): Promise<T> {
  return uploadOf(request, limit, async (part) => {
    // A part of unknown bytes counts as a file although it has no name.
    const name = (part.filename as string | undefined) ?? ''
    const stored = await store({ name, content: part.file, bytes: () => part.file.bytesRead })
    if (part.file.truncated) throw invalid('file', limit.tooLarge)
    return stored
  })
}

/**
 * Returns the only file of the request. Anything else in the form is refused, as in any other body. Throws `validation`
 * at `file`.
 */
async function uploadOf<T>(
  request: FastifyRequest,
  { maxBytes, tooLarge }: Limit,
  take: (part: MultipartFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Failure('unsupported-media-type')
  let upload: { taken: T } | undefined
  const fields: FieldFailure[] = []
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 5, fields: 5, parts: 10 } })) {
      if (part.type === 'file' && part.fieldname === 'file' && upload === undefined) {
        upload = { taken: await contentOf(part, tooLarge, take) }
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
  if (upload !== undefined && fields.length === 0) return upload.taken
  if (!fields.some(({ field }) => field === 'file') && upload === undefined) {
    fields.push({ field: 'file', phrase: 'required', values: {} })
  }
  throw new Failure('validation', { fields })
}

async function contentOf<T>(
  part: MultipartFile,
  tooLarge: RulePhrase | ServerRulePhrase,
  take: (part: MultipartFile) => Promise<T>,
): Promise<T> {
  try {
    return await take(part)
  } catch (error) {
    if (part.file.truncated) throw invalid('file', tooLarge)
    throw error
  }
}

/** Tells whether the multipart parser rejected the body. Its errors have no code and no status. */
function isOfReader(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Failure) && !('statusCode' in error) && !('code' in error)
}
