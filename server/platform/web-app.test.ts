import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressReplies } from './compression.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveWebApp } from './web-app.ts'

const files = [
  'application.js',
  'shell.css',
  'start.js',
  'login-page.js',
  'round-page.js',
  'rounds-page.js',
  'redeem-page.js',
  'words.en_GB.js',
  'words.es_MX.js',
  'differences.js',
].map((file) => `assets/${file}`)

/** A page of the build with its scripts, in the order in which they are to be requested. */
const built = (route: string, scripts: readonly string[], isForUsers = false) => {
  const inLocale = (...words: string[]) => [...scripts, ...words].map((file) => files.indexOf(`assets/${file}`))
  return {
    path: route,
    isForUsers,
    files: {
      en_GB: inLocale('words.en_GB.js'),
      en_US: inLocale('words.en_GB.js', 'differences.js'),
      es_MX: inLocale('words.es_MX.js'),
    },
  }
}
const whole = ['application.js', 'shell.css', 'start.js']
const pages = [
  built('/login', ['start.js', 'login-page.js']),
  built('/', whole, true),
  built('/$', whole),
  built('/rounds', [...whole, 'rounds-page.js'], true),
  built('/rounds/$id', [...whole, 'round-page.js'], true),
  built('/rounds/new', [...whole, 'rounds-page.js'], true),
  built('/redeem/{-$code}', [...whole, 'redeem-page.js']),
]
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
  await writeFile(path.join(folder, '.vite/pages.json'), JSON.stringify({ files, pages }))
  await writeFile(path.join(folder, 'icon.svg'), '<svg />')
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><meta name="referrer" content="same-origin" />')
  await mkdir(path.join(folder, 'assets'))
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

test.each([
  ['/', 'text/html'],
  ['/icon.svg', 'image/svg+xml'],
  ['/assets/index.js', 'application/javascript'],
])('%s has the type %s, and answers HEAD as it answers GET', async (url, type) => {
  const [got, asked] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
  expect(got.headers['content-type']).toContain(type)
  expect(asked.statusCode).toBe(got.statusCode)
  expect(asked.headers['content-type']).toBe(got.headers['content-type'])
  expect(asked.headers['content-length']).toBe(got.headers['content-length'])
})

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
  ['/login', 'en-GB', ['start.js', 'login-page.js', 'words.en_GB.js']],
  ['/', 'en-GB', [...whole, 'words.en_GB.js']],
  ['/?range=week', 'es', [...whole, 'words.es_MX.js']],
  ['/rounds', 'en-US,es;q=0.5', [...whole, 'rounds-page.js', 'words.en_GB.js', 'differences.js']],
  ['/rounds/01998878-2800-7000-8000-000000000002', 'es', [...whole, 'round-page.js', 'words.es_MX.js']],
  ['/rounds/new', 'es', [...whole, 'rounds-page.js', 'words.es_MX.js']],
  ['/redeem', 'es', [...whole, 'redeem-page.js', 'words.es_MX.js']],
  ['/redeem/ABC', 'es', [...whole, 'redeem-page.js', 'words.es_MX.js']],
  ['/unknown', 'xx', [...whole, 'words.en_GB.js']],
  ['/rounds/1/2/3', 'xx', [...whole, 'words.en_GB.js']],
])('the page at %s announces in %s what it is about to load, the largest first', async (url, language, announced) => {
  const { headers } = await app.inject({ url, headers: { 'accept-language': language } })
  expect(headers.link?.toString().split(', ')).toEqual(
    announced.map(
      (file) => `</assets/${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}`,
    ),
  )
})

test('requests from the page of a sent result do not reveal its address, which contains the link’s secret', async () => {
  const secret = await app.inject({ url: '/results/a-secret?x' })
  expect(secret.headers).toMatchObject({ 'referrer-policy': 'origin', 'cache-control': 'no-cache' })
  expect(secret.body).toBe('<!doctype html><meta name="referrer" content="origin" />')
  expect((await app.inject({ url: '/results' })).body).toContain('same-origin')
})

test.each([
  ['/', true],
  ['/rounds/1', true],
  ['/login', false],
  ['/redeem', false],
  ['/unknown', false],
])('a visitor to %s with a session is told to fetch the user: %s', async (url, expected) => {
  const withSession = await app.inject({ url, headers: { cookie: 'session' } })
  expect(withSession.headers.link?.includes(user)).toBe(expected)
  expect((await app.inject({ url })).headers.link).not.toContain(user)
})

test('refuses to start when the build does not say what its pages load', async () => {
  const broken = await mkdtemp(path.join(tmpdir(), 'lateral-web-'))
  await cp(folder, broken, { recursive: true })
  await rm(path.join(broken, '.vite/pages.json'))
  await expect(
    serveWebApp(
      fastify(),
      broken,
      () => false,
      async () => async () => undefined,
    ),
  ).rejects.toThrow('pages.json')
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
