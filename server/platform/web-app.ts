import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { locales } from '../../contract/rules/formats.ts'
import { readPagePreloads } from './page-preloads.ts'
import { negotiate } from './phrases.ts'

/**
 * Serves the built web app from a folder: assets whose name holds their hash for a year, the page itself always
 * revalidated, and the page for every path that is neither a file nor the API's. `hasSession` says whether the request
 * came with a session's cookie; whether the session still lives is not asked here.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  hasSession: (request: FastifyRequest) => boolean,
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  await app.register(async (web) => {
    await web.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      // What the build wrote beside a file, as small as it gets.
      preCompressed: true,
      setHeaders(reply, file) {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`)
        if (isScanWorker(file)) reply.setHeader('content-security-policy', scanWorkerSources)
        reply.setHeader('vary', 'accept-encoding')
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // A page part of an older build: not the page, or the browser would try to run it.
    web.get('/assets/*', async (_request, reply) => reply.callNotFound())
    const preloads = readPagePreloads(folder)
    const withoutReferrer = readFileSync(path.join(folder, 'index.html'), 'utf8').replace(
      /(<meta name="referrer" content=)"[^"]*"/,
      '$1"origin"',
    )
    web.get('/*', async (request, reply) => {
      const [pathname = '/'] = request.url.split('?')
      const locale = negotiate(request.headers['accept-language'], locales) ?? 'en_GB'
      const link = preloads(pathname, { locale, hasSession: hasSession(request) })
      reply.header('cache-control', 'no-cache').header('link', link)
      // What this page asks for says where it comes from, and its address holds the secret of a message's link.
      if (!pathname.startsWith('/results/')) return reply.sendFile('index.html')
      return reply.header('referrer-policy', 'origin').type('text/html; charset=utf-8').send(withoutReferrer)
    })
  })
}

/** The program that finds codes in pictures has rules of its own: it alone may compile WebAssembly, and it reaches nothing but us. */
const scanWorkerSources = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

function isScanWorker(file: string): boolean {
  return path.basename(file).startsWith('scan-worker-')
}
