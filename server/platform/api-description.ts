import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The ways in which the description is kept, the smallest first. */
const encodings = ['br', 'gzip'] as const

/**
 * The OpenAPI description, at `/api/v1/openapi.json`. It is made for the first who asks, and compressed, and kept: it is the
 * same for everybody, and half a megabyte.
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

/** Whether an Accept-Encoding header names this one, and not with the quality 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((each) => each.trim())
    return name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each))
  })
}
