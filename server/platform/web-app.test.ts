import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressReplies } from './compression.ts'
import { preloadedModules } from './page-preloads.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveWebApp } from './web-app.ts'

/** The modules of a page that is found by its name. */
const ofList = [
  'test-records/test-records-page.tsx',
  '../contract/phrases/en_GB/test-records.ts',
  '../contract/phrases/es_MX/test-records.ts',
]

const manifest: Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }> = {
  ...Object.fromEntries(
    [...preloadedModules(), ...ofList].map((name) => [
      name,
      {
        file: `assets/${path.basename(name).replace(/\.tsx?$/, '')}.js`,
        imports: name.endsWith('-page.tsx') ? ['_react.js'] : [],
      },
    ]),
  ),
  // A module that shares its chunk with others is only known by its name.
  '_index.js': { file: 'assets/index.js', name: 'start', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'application.tsx': { file: 'assets/application.js', imports: ['_index.js', '_shell.js'] },
  '_shell.js': { file: 'assets/shell.js', imports: ['application.tsx'], css: ['assets/shell.css'] },
}
const user = '</api/v1/users/my-details>; rel=preload; as=fetch; crossorigin'

/** Assets of another build. */
const kept: Record<string, { content: Buffer; isGzipped: boolean }> = {
  'groups-page-old1234.js': { content: gzipSync('old script'), isGzipped: true },
  'scan-worker-old1234.js': { content: gzipSync('old worker'), isGzipped: true },
  'inter-old1234.woff2': { content: Buffer.from('old font'), isGzipped: false },
}

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-web-'))
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><meta name="referrer" content="same-origin" />')
  await mkdir(path.join(folder, 'assets'))
  for (const { file, css = [] } of Object.values(manifest)) {
    for (const sheet of css) await writeFile(path.join(folder, sheet), 'small')
    await writeFile(path.join(folder, file), file.endsWith('shell.js') ? 'the largest' : 'small')
  }
  await writeFile(path.join(folder, 'assets/index.js'), 'plain')
  await writeFile(path.join(folder, 'assets/index.js.br'), 'brotli')
  await writeFile(path.join(folder, 'assets/index.js.gz'), 'zipped')
  await writeFile(path.join(folder, 'assets/scan-worker-abc1234.js'), 'plain')
  await writeFile(path.join(folder, 'assets/scan-worker-abc1234.js.br'), 'brotli')
  app = fastify()
  app.decorate('isSecure', false)
  setSecurityHeaders(app, { sentryDsn: undefined })
  await compressReplies(app)
  app.get('/long', async () => ({ data: 'x'.repeat(2000) }))
  app.get('/token', async () => ({ data: 'x'.repeat(200) }))
  app.get('/streamed', { compress: false }, async (_request, reply) => reply.type('text/csv').send('x'.repeat(2000)))
  await serveWebApp(
    app,
    folder,
    ({ headers }) => headers.cookie === 'session',
    async () => async (name) => kept[name],
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each(['/%00', '/assets/%00', '/assets/%ff.js', '/%ed%a0%80', '/a%00b.js', '/assets/..%2f%00', '/results/%00%ff'])(
  '%s causes no server error',
  async (url) => {
    expect((await app.inject({ url })).statusCode).toBeLessThan(500)
  },
)

test.each([{}, { 'accept-encoding': 'br' }])(
  'only the scanning worker may compile WebAssembly: %j',
  async (headers) => {
    const rules = async (url: string) => (await app.inject({ url, headers })).headers['content-security-policy']
    expect(await rules('/assets/scan-worker-abc1234.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const url of ['/', '/scan-worker-abc1234.js', '/long']) {
      expect(await rules(url), url).toContain("script-src 'self';")
    }
  },
)

test('an asset is sent with no more headers than concern it', async () => {
  const { headers: ofPage } = await app.inject('/')
  for (const url of ['/assets/index.js', '/assets/none.js']) {
    const { headers } = await app.inject(url)
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    const needless = Object.keys(ofPage).filter((name) => /policy|^x-|referrer|^origin/.test(name) && name in headers)
    expect(needless, url).toEqual(['x-content-type-options'])
  }
})

test.each([
  ['/login', 'en-GB', scripts('every-page.en_GB', 'login-page')],
  [
    '/',
    'en-GB',
    scripts(
      'every-page.en_GB',
      'dashboard',
      'test-records',
      'application',
      'shell',
      'dashboard-page',
      'start-dashboard',
    ),
  ],
  [
    '/?range=week',
    'es',
    scripts(
      'every-page.es_MX',
      'dashboard',
      'test-records',
      'application',
      'shell',
      'dashboard-page',
      'start-dashboard',
    ),
  ],
  [
    '/create-test',
    'en-US,es;q=0.5',
    scripts('every-page.en_GB', 'differences', 'recording', 'application', 'shell', 'create-test-page'),
  ],
  ['/test-records', 'es', scripts('every-page.es_MX', 'test-records', 'application', 'shell', 'test-records-page')],
  ['/eula', 'xx', scripts('every-page.en_GB', 'application', 'shell')],
])('the page at %s announces in %s what it is about to load', async (url, language, link) => {
  const { headers } = await app.inject({ url, headers: { 'accept-language': language } })
  expect(headers.link?.toString().split(', ').toSorted()).toEqual(link)
})

test('requests from the page of a sent result do not reveal its address, which contains the link’s secret', async () => {
  const secret = await app.inject({ url: '/results/a-secret?x' })
  expect(secret.headers).toMatchObject({ 'referrer-policy': 'origin', 'cache-control': 'no-cache' })
  expect(secret.body).toBe('<!doctype html><meta name="referrer" content="origin" />')
  expect((await app.inject({ url: '/results' })).body).toContain('same-origin')
})

test('requests the largest script first', async () => {
  const { headers } = await app.inject({ url: '/' })
  expect(headers.link).toMatch(/^<\/assets\/shell\.js>/)
})

test.each([
  ['/', true],
  ['/test-records', true],
  ['/login', false],
  ['/eula', false],
])('a visitor to %s with a session is told to fetch the user: %s', async (url, expected) => {
  const withSession = await app.inject({ url, headers: { cookie: 'session' } })
  expect(withSession.headers.link?.includes(user)).toBe(expected)
  expect((await app.inject({ url })).headers.link).not.toContain(user)
})

test('refuses to start when the build lacks what a page loads', async () => {
  const broken = await mkdtemp(path.join(tmpdir(), 'lateral-web-'))
  await cp(folder, broken, { recursive: true })
  const { 'groups/groups-page.tsx': _, ...lacking } = manifest
  await writeFile(path.join(broken, '.vite/manifest.json'), JSON.stringify(lacking))
  await expect(
    serveWebApp(
      fastify(),
      broken,
      () => false,
      async () => async () => undefined,
    ),
  ).rejects.toThrow('has no groups/groups-page.tsx')
  await rm(broken, { recursive: true })
})

test.each([
  ['gzip, br', 'br', 'brotli'],
  ['gzip', 'gzip', 'zipped'],
  ['identity', undefined, 'plain'],
])(
  'a browser that accepts %s gets the pre-compressed file with the encoding %s',
  async (accepted, encoding, content) => {
    const reply = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': accepted } })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toBe('accept-encoding')
    expect(reply.headers['content-type']).toContain('javascript')
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(reply.body).toBe(content)
  },
)

test.each([
  ['/long', 'br'],
  ['/token', undefined],
  ['/streamed', undefined],
])('%s is sent with the encoding %s to a browser that accepts it', async (url, encoding) => {
  const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(headers['content-encoding']).toBe(encoding)
})

describe('an asset of another build', () => {
  const ask = (name: string, accepted = 'gzip, br') =>
    app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': accepted } })

  test('is served as its own processes serve it', async () => {
    const { headers, rawPayload } = await ask('groups-page-old1234.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(gunzipSync(rawPayload).toString()).toBe('old script')
    expect((await ask('groups-page-old1234.js', 'identity')).body).toBe('old script')
    expect((await ask('scan-worker-old1234.js')).headers['content-security-policy']).toContain('wasm-unsafe-eval')
    const font = await ask('inter-old1234.woff2')
    expect([font.headers['content-type'], font.headers['content-encoding'], font.body]).toEqual([
      'font/woff2',
      undefined,
      'old font',
    ])
  })

  test.each(['none-old1234.js', 'a/b.js', 'a%2fb.js', '%00'])('%s is not found', async (name) => {
    expect((await ask(name)).statusCode).toBe(404)
  })
})

/** Builds the links to these scripts and to those of the page itself. */
function scripts(...names: string[]): string[] {
  const links = ['index', 'react', ...names].map((name) => `</assets/${name}.js>; rel=modulepreload`)
  if (names.includes('shell')) links.push('</assets/shell.css>; rel=preload; as=style')
  return links.toSorted()
}
