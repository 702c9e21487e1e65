import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules as said } from '../../contract/phrases/en_GB/rules.ts'
import type { LogoName } from '../../contract/tenants/logos.ts'
import { brandShades } from '../../contract/tenants/brand-shades.ts'
import { logInAs, visit, type Client, type TestResponse } from '../../tests/server/client.ts'
import { processesOf } from '../../tests/programs/child-processes.ts'
import { png } from '../../tests/server/png.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart } from '../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let visitor: Client
let path: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  visitor = await visit(test.app, test.ours)
  path = `/tenants/${test.ours.id}`
})
afterAll(() => test.close())

const addressOf = (name: LogoName, id = test.ours.id) => `/tenants/${id}/logos/${name}`
const put = (name: LogoName, content: Buffer | string, type = 'image/png') =>
  admin.send('PUT', addressOf(name), multipart([{ name: 'file', filename: 'logo', type, content }]))
const logosNow = async () => (await visitor.get('/get-site-preferences')).json().data.logos
const svg = (inside: string, box = '0 0 40 10') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0f766e' } })

describe('a logo', () => {
  it('is stored as pixels at its final size, and seen by visitors at once', async () => {
    const before = await logosNow()
    expect((await put('light', svg('<rect width="40" height="10" fill="#0f766e"/>'), 'image/svg+xml')).statusCode).toBe(
      200,
    )
    const now = await logosNow()
    expect(now.light).not.toBe(before.light)
    expect(now).toMatchObject({ dark: null, icon: before.icon })
    const seen = await visitor.get(now.light.replace('/api/v1', ''))
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(seen.headers['content-security-policy']).toContain('sandbox')
    expect(await sharp(seen.rawPayload).metadata()).toMatchObject({ format: 'png', width: 960, height: 240 })
  })

  it('is accepted as PNG, JPEG and WebP, whatever its declared type, and never enlarged', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      expect((await put('dark', await picture(60, 20).toFormat(format).toBuffer(), 'text/html')).statusCode).toBe(200)
      const { rawPayload } = await visitor.get(addressOf('dark'))
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 60, height: 20 })
    }
  })

  it('can be removed, and both changes are audited', async () => {
    expect((await put('icon', await picture(64, 64).png().toBuffer())).statusCode).toBe(200)
    expect((await admin.send('DELETE', addressOf('icon'))).statusCode).toBe(204)
    expect((await admin.send('DELETE', addressOf('icon'))).statusCode).toBe(204)
    expect((await logosNow()).icon).toBeNull()
    expect((await visitor.get(addressOf('icon'))).statusCode).toBe(404)
    const events = await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where details ->> 'logo' = 'icon' order by id`,
    )
    expect(events.map(({ action }) => action)).toEqual(['tenant.logo-changed', 'tenant.logo-removed'])
  })

  it('that was sent before a removal does not appear after it', async () => {
    const blur = '<feGaussianBlur stdDeviation="40"/>'.repeat(8)
    const slow = svg(`<filter id="f">${blur}</filter><rect filter="url(#f)" width="40" height="10"/>`)
    const late = put('dark', slow, 'image/svg+xml')
    let reading = 0
    await expect
      .poll(async () => (reading = (await processesOf('picture-program'))[0]?.pid ?? 0), { interval: 5 })
      .toBeGreaterThan(0)
    process.kill(reading, 'SIGSTOP')
    expect((await admin.send('DELETE', addressOf('dark'))).statusCode).toBe(204)
    process.kill(reading, 'SIGCONT')
    expect(await late).toMatchObject({ statusCode: 200 })
    expect((await late).json().data.logos.dark).toBeNull()
    expect((await logosNow()).dark).toBeNull()
    expect((await put('dark', await picture(60, 20).png().toBuffer())).json().data.logos.dark).not.toBeNull()
  })

  it('of another tenant can be neither seen nor set', async () => {
    expect((await visitor.get(addressOf('light', test.theirs.id))).statusCode).toBe(404)
    const file = multipart([
      { name: 'file', filename: 'a.png', type: 'image/png', content: await picture(9, 9).png().toBuffer() },
    ])
    expect((await admin.send('PUT', addressOf('light', test.theirs.id), file)).statusCode).toBe(404)
    expect((await admin.send('DELETE', addressOf('light', test.theirs.id))).statusCode).toBe(404)
  })
})

type Hostile = [what: string, field: string, words: string, () => Promise<() => Promise<TestResponse>>]

/** Milliseconds of processor time that nobody notices. Hostile input takes many times as long if it is not refused. */
const aWait = 1500

describe('hostile input', () => {
  // A user may set logos only twenty times in a quarter of an hour.
  beforeAll(() => test.query(test.ours, 'delete from throttle_counters'))

  /** Prepares a change of the tenant's current version and returns a function that sends it. */
  async function change(body: object): Promise<() => Promise<TestResponse>> {
    const { etag = '' } = (await admin.get(path)).headers
    return () => admin.send('PUT', path, { body, headers: { 'if-match': String(etag) } })
  }
  const upload = async (content: string | Buffer | Promise<Buffer>, name: LogoName = 'light') => {
    const file = await content
    return () => put(name, file)
  }
  const colour = async (accent: string) =>
    change({ theme: { web: { ...(await admin.get(path)).json().data.theme.web, accent } } })
  /** Sets a postcode pattern that a backtracking engine would never finish, and returns a function that uses it. */
  const postcode = async (postcodeRegex: string) => {
    expect((await (await change({ postcodeRegex }))()).statusCode).toBe(200)
    const address = { streetAddress: '1 Quay Street', country: 'GB', postcode: 'SO14 3FJ' }
    return () => admin.post('/organisations', { name: 'Quay House', address })
  }

  it.each<Hostile>([
    ['a drawing with a program', 'file', 'contains a program', () => upload(svg('<script>alert(1)</script>'))],
    [
      'a drawing that acts when it is loaded',
      'file',
      'contains a program',
      () => upload(svg('<rect onload="alert(1)"/>')),
    ],
    [
      'a drawing with a page in it',
      'file',
      'contains a program',
      () => upload(svg('<foreignObject><b/></foreignObject>')),
    ],
    [
      'a drawing that reads a file',
      'file',
      'contains a program',
      () => upload(svg('<image href="file:///etc/passwd"/>')),
    ],
    [
      'a drawing that asks elsewhere',
      'file',
      'contains a program',
      () => upload(svg('<style>@import "//x.test"</style>')),
    ],
    [
      'entities that grow',
      'file',
      'contains a program',
      () => upload(`<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`),
    ],
    ['an address as a logo', 'file', 'PNG, JPEG, WebP or SVG', () => upload('javascript:alert(1)')],
    ['nothing as a logo', 'file', 'PNG, JPEG, WebP or SVG', () => upload('')],
    [
      'a drawing of 30,000 × 30,000',
      'file',
      'The picture has more than 50 megapixels',
      () => upload(svg('', '0 0 30000 30000')),
    ],
    [
      'a picture of 30,000 × 30,000',
      'file',
      'The picture has more than 50 megapixels',
      () => upload(png({ width: 30_000, height: 30_000, pixels: Buffer.alloc(20_000_000) })),
    ],
    [
      'a picture of 30,000 × 10',
      'file',
      'The picture is more than 20,000 pixels',
      () => upload(picture(30_000, 10).png().toBuffer()),
    ],
    [
      'an icon that is no square',
      'file',
      'as wide as it is high',
      () => upload(picture(60, 40).png().toBuffer(), 'icon'),
    ],
    ['201 kB', 'file', '200 kB', () => upload(Buffer.alloc(201 * 1024, 1))],
    ['a style sheet as a colour', 'theme.web.accent', said.colour, () => colour('red;}body{display:none')],
    ['an address as a colour', 'theme.web.accent', said.colour, () => colour('url(javascript:alert(1))')],
    [
      'what is no text in the product’s name',
      'productName',
      said.hiddenCharacters,
      () => change({ productName: 'A\u0000Bcc: b@c.test' }),
    ],
    [
      'a program as a link',
      'appLinks.production.ios',
      said.httpsLink,
      () => change({ appLinks: { production: { ios: 'javascript:alert(1)', android: null } } }),
    ],
    ['a pattern that looks back', 'phoneRegex', said.pattern, () => change({ phoneRegex: '^(a+)+(?<=a)$' })],
    ['a pattern that is huge', 'phoneRegex', 'Max 255', () => change({ phoneRegex: '(a+)+'.repeat(40_000) })],
    [
      'a pattern that is huge once it is written out',
      'phoneRegex',
      said.pattern,
      () => change({ phoneRegex: '((((a{999}){999}){999}){999})' }),
    ],
    ['a postcode against ^(a+)+$', 'address.postcode', said.postcode, () => postcode('^(a+)+$')],
    [
      'a postcode against a pattern of many choices',
      'address.postcode',
      said.postcode,
      () => postcode(`^${'(.*)*'.repeat(48)}!$`),
    ],
  ])('%s is refused at %s without blocking the server', async (_what, field, words, prepare) => {
    const send = await prepare()
    const before = [await logosNow(), (await admin.get(path)).json()]
    let refused: TestResponse | undefined
    const milliseconds = await processorTime(async () => (refused = await send()))
    expect([refused?.statusCode, Object.keys(refused?.json().errors)]).toEqual([422, [field]])
    expect(refused?.json().errors[field][0]).toContain(words)
    expect([await logosNow(), (await admin.get(path)).json()]).toEqual(before)
    expect(milliseconds).toBeLessThan(aWait)
  })

  it('is detected by this measure when it does block', async () => {
    const tryAgain = new RegExp('^(a+)+$')
    const milliseconds = await processorTime(async () => tryAgain.test(`${'a'.repeat(26)}!`))
    expect(milliseconds).toBeGreaterThan(aWait)
  })
})

/**
 * Measures the processor time of this thread in milliseconds. It bounds how long the event loop was blocked and, unlike
 * a clock, does not include other programs.
 */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

it('the manifest has the name, the colour and the icon of the tenant', async () => {
  const reply = await visitor.get('/manifest.webmanifest')
  expect(reply.headers['content-type']).toContain('application/manifest+json')
  const { name, theme_color, icons } = reply.json()
  expect({ name, icons }).toEqual({ name: `${test.ours.marker} Tests`, icons: [{ src: '/icon.svg', sizes: 'any' }] })
  const { theme } = (await visitor.get('/get-site-preferences')).json().data
  expect(theme_color).toBe(brandShades(theme.web).fill)
})
