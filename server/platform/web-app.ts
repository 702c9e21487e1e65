import { existsSync } from 'node:fs'
import path from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web app from a folder: assets whose name holds their hash for a year, the page itself always
 * revalidated, and the page for every path that is neither a file nor the API's.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  await app.register(async (web) => {
    // Quality 5 takes milliseconds a file; the library's default of 11 takes a quarter of a second.
    const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    await web.register(compress, { global: true, encodings: ['br', 'gzip'], brotliOptions })
    await web.register(staticFiles, {
      root: folder,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, file) {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`)
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // A page part of an older build: not the page, or the browser would try to run it.
    web.get('/assets/*', async (_request, reply) => reply.callNotFound())
    web.get('/*', async (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'))
  })
}
