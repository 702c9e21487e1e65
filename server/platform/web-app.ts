import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLocale, locales } from '../../contract/locales.ts'
import type { Asset, FindAsset } from './kept-assets.ts'
import { readPagePreloads } from './page-preloads.ts'
import { negotiate } from './phrases.ts'

/**
 * Serves the built web app from a folder: hashed assets are cached for a year, the page is always revalidated, and it
 * is the reply for every path that is neither a file nor part of the API. `hasSession` tells whether the request has a
 * session's cookie; whether the session is still valid is not checked here. `keep` keeps the assets of this build and
 * finds those of others.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  hasSession: (request: FastifyRequest) => boolean,
  keep: (folder: string) => Promise<FindAsset>,
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  const findAsset = await keep(folder)
  await app.register(async (web) => {
    await web.register(staticFiles, {
      root: folder,
      // It would make two routes of each file, which takes a tenth of the time until the server is ready.
      serve: false,
      cacheControl: false,
      // The build wrote compressed files beside the originals.
      preCompressed: true,
      setHeaders(reply, file) {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`)
        if (isScanWorker(file)) reply.setHeader('content-security-policy', scanWorkerSources)
        reply.setHeader('vary', 'accept-encoding')
        reply.setHeader('cache-control', isHashed ? forever : 'no-cache')
      },
    })
    const [assets, others] = [filesIn(path.join(folder, 'assets')), filesIn(folder)]
    // An asset that is gone answers 404; the browser would try to run the page as a script.
    web.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
      const name = request.params['*']
      if (assets.has(name)) return reply.sendFile(`assets/${name}`)
      const asset = /^[\w.-]+$/.test(name) ? await findAsset(name) : undefined
      return asset === undefined ? reply.callNotFound() : sendAsset(request, reply, name, asset)
    })
    const preloads = readPagePreloads(folder)
    const withoutReferrer = readFileSync(path.join(folder, 'index.html'), 'utf8').replace(
      /(<meta name="referrer" content=)"[^"]*"/,
      '$1"origin"',
    )
    web.get('/*', async (request, reply) => {
      const [pathname = '/'] = request.url.split('?')
      if (others.has(pathname.slice(1))) return reply.sendFile(pathname.slice(1))
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

function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  return new Set(entries.flatMap((entry) => (entry.isFile() ? entry.name : [])))
}

const forever = 'public, max-age=31536000, immutable'

/** The media types of the files that the build writes to `assets`. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Sends an asset of another build with the headers that its own processes give it. */
function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, name: string, asset: Asset): FastifyReply {
  const { content, isGzipped } = asset
  if (isScanWorker(name)) reply.header('content-security-policy', scanWorkerSources)
  reply
    .header('vary', 'accept-encoding')
    .header('cache-control', forever)
    .type(types[path.extname(name)] ?? 'application/octet-stream')
  if (!isGzipped) return reply.send(content)
  const isAccepted = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  return isAccepted ? reply.header('content-encoding', 'gzip').send(content) : reply.send(gunzipSync(content))
}

/**
 * The rules of the worker that finds codes in pictures: it alone may compile WebAssembly, and it may connect to this
 * server only.
 */
const scanWorkerSources = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

function isScanWorker(file: string): boolean {
  return path.basename(file).startsWith('scan-worker-')
}
