import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Serves the built web app from a folder: assets whose name holds their hash for a year, the page itself always
 * revalidated, and the page for every path that is neither a file nor the API's.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  await app.register(async (web) => {
    await web.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders(reply, file) {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`)
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // A page part of an older build: not the page, or the browser would try to run it.
    web.get('/assets/*', async (_request, reply) => reply.callNotFound())
    const preloads = preloadsOf(folder)
    const sendPage = (reply: FastifyReply, link: string) =>
      reply.header('cache-control', 'no-cache').header('link', link).sendFile('index.html')
    web.get('/login', async (_request, reply) => sendPage(reply, preloads.login))
    web.get('/*', async (_request, reply) => sendPage(reply, preloads.application))
  })
}

/** A part of the build, as Vite's manifest tells of it. */
interface Chunk {
  file: string
  imports?: string[]
}

/**
 * What the page is going to import, as `Link` headers: the browser fetches it beside the first script instead of after
 * it, which saves a phone a round trip. The login page is a document without the rest of the application.
 */
function preloadsOf(folder: string): { login: string; application: string } {
  // Vite wrote it; its shape is documented.
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The built web app has no ${name}`)
    if (found.has(chunk.file)) return found
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) filesOf(imported, found)
    return found
  }
  const inPage = filesOf('index.html')
  const linkTo = (name: string): string =>
    [...filesOf(name)]
      .filter((file) => !inPage.has(file))
      .map((file) => `</${file}>; rel=modulepreload`)
      .join(', ')
  return { login: linkTo('session/login-page.tsx'), application: linkTo('application.tsx') }
}
