import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultLocale, locales } from '../../contract/locales.ts'
import { readPagePreloads } from './page-preloads.ts'
import { negotiate } from './phrases.ts'

/**
 * Serves the built web app from a folder: hashed assets are cached for a year, the page is always revalidated, and it
 * is the reply for every path that is neither a file nor part of the API. `hasSession` tells whether the request has a
 * session's cookie; whether the session is still valid is not checked here.
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
      // The build wrote compressed files beside the originals.
      preCompressed: true,
      setHeaders(reply, file) {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`)
        if (isScanWorker(file)) reply.setHeader('content-security-policy', scanWorkerSources)
        reply.setHeader('vary', 'accept-encoding')
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // An asset of an older build answers 404; the browser would try to run the page as a script.
    web.get('/assets/*', async (_request, reply) => reply.callNotFound())
    const preloads = readPagePreloads(folder)
    const withoutReferrer = readFileSync(path.join(folder, 'index.html'), 'utf8').replace(
      /(<meta name="referrer" content=)"[^"]*"/,
      '$1"origin"',
    )
    web.get('/*', async (request, reply) => {
      const [pathname = '/'] = request.url.split('?')
      const locale = negotiate(request.headers['accept-language'], locales) ?? defaultLocale
      const link = preloads(pathname, { locale, hasSession: hasSession(request) })
      reply.header('cache-control', 'no-cache').header('link', link)
      // Requests from this page name its address as their referrer, and the address contains the secret of a message's
      // link.
      if (!pathname.startsWith('/results/')) return reply.sendFile('index.html')
      return reply.header('referrer-policy', 'origin').type('text/html; charset=utf-8').send(withoutReferrer)
    })
  })
}

/**
 * The rules of the worker that finds codes in pictures: it alone may compile WebAssembly, and it may connect to this
 * server only.
 */
const scanWorkerSources = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

function isScanWorker(file: string): boolean {
  return path.basename(file).startsWith('scan-worker-')
}
