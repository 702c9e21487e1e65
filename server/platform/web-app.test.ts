import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressReplies } from './compression.ts'
import { serveWebApp } from './web-app.ts'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'application.tsx': { file: 'assets/application.js', imports: ['index.html', '_shell.js'] },
  '_shell.js': { file: 'assets/shell.js', imports: ['application.tsx'] },
  'session/login-page.tsx': { file: 'assets/login.js', imports: ['_react.js'] },
}

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-web-'))
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  app = fastify()
  await compressReplies(app)
  app.get('/long', async () => ({ data: 'x'.repeat(2000) }))
  app.get('/token', async () => ({ data: 'x'.repeat(200) }))
  app.get('/streamed', { compress: false }, async (_request, reply) => reply.type('text/csv').send('x'.repeat(2000)))
  await serveWebApp(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['/login', '</assets/login.js>; rel=modulepreload'],
  ['/', '</assets/application.js>; rel=modulepreload, </assets/shell.js>; rel=modulepreload'],
  ['/test-records/1', '</assets/application.js>; rel=modulepreload, </assets/shell.js>; rel=modulepreload'],
])('the page at %s says which scripts it is going to import besides its own', async (url, link) => {
  expect((await app.inject({ url })).headers.link).toBe(link)
})

test.each([
  ['/long', 'br'],
  ['/token', undefined],
  ['/streamed', undefined],
])('%s is sent with the encoding %s to a browser that knows it', async (url, encoding) => {
  const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(headers['content-encoding']).toBe(encoding)
})
