import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The stored encodings of the description, the smallest first. */
const encodings = ['br', 'gzip'] as const

/**
 * Serves the OpenAPI description at `/api/v1/openapi.json`. It is half a megabyte and equal for everybody, so it is
 * made and compressed at the first request and kept.
 */
export function serveApiDescription(app: FastifyInstance, describe: () => Promise<object>): void {
  let made: ReturnType<typeof make> | undefined
  app.get('/api/v1/openapi.json', { compress: false }, async (request, reply) => {
    const description = await (made ??= make(describe))
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = encodings.find((each) => accepts(accepted, each))
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.send(description[encoding ?? 'identity'])
  })
}

async function make(describe: () => Promise<object>) {
  const identity = Buffer.from(JSON.stringify(await describe()))
  const [br, packed] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { identity, br, gzip: packed }
}

/** Tells whether an Accept-Encoding header names an encoding without giving it the quality 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((each) => each.trim())
    return name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}
