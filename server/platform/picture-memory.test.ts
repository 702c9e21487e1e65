import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverRules } from '../../contract/phrases/en_GB/server-rules.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { processesOf } from '../../tests/programs/child-processes.ts'
import { png } from '../../tests/server/png.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart } from '../../tests/server/uploads.ts'
import { Failure } from './failure.ts'
import { readPictureApart } from './picture-process.ts'
import type { PictureKind } from './picture-kinds.ts'

/**
 * The most MiB that one process may hold, for a logo of at most 200 kB and for a photo or a picture of instructions.
 */
const most = { logo: 360, icon: 360, photo: 700, instruction: 700 } as const

const drawing = (inside: string, box = '0 0 40 10') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`)
const block = '<rect width="40" height="10"/>'

const blank = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'white' }, limitInputPixels: false })

/** Makes the heaviest accepted picture, which is decoded as a whole with 16 bits for each of four channels. */
function deepPng(): Buffer {
  const side = 7000
  // Each of the seven interlaced passes may round its rows up to whole bytes.
  return png({ width: side, height: side, pixels: Buffer.alloc(side * (side * 8 + 7)), bits: 16, interlaced: true })
}

async function holding(side: number): Promise<Buffer> {
  const picture = await blank(side).png().toBuffer()
  return drawing(`<image width="40" height="10" href="data:image/png;base64,${picture.toString('base64')}"/>`)
}

/** Each group shows the one before it ten times. */
const nested = Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`)

const steps = Array.from({ length: 2000 }, (_, n) => `<feOffset result="r${n}" dx="1"/>`).join('')

const hostile: [what: string, () => Buffer | Promise<Buffer>][] = [
  ['a packed drawing', () => gzipSync(drawing('<g/>'.repeat(2_400_000)))],
  ['a drawing that is packed twice', () => gzipSync(gzipSync(drawing('<g/>'.repeat(2_400_000))))],
  ['thousands of steps of a filter', () => drawing(`<filter id="f">${steps}</filter><g filter="url(#f)">${block}</g>`)],
  [
    'a filter that is as large as a field',
    () =>
      drawing(
        `<filter id="f" x="-9000" y="-9000" width="20000" height="20000" filterUnits="userSpaceOnUse">${'<feTurbulence numOctaves="99"/><feGaussianBlur stdDeviation="999"/>'.repeat(50)}</filter><g filter="url(#f)">${block}</g>`,
      ),
  ],
  ['groups that multiply', () => drawing(`<defs><g id="g0">${block}</g>${nested.join('')}</defs><use href="#g12"/>`)],
  ['one word of 50,000 letters', () => drawing(`<text font-size="1">${'\u0e33'.repeat(50_000)}</text>`)],
  ['a PNG of 12,000 × 12,000 in a drawing', () => holding(12_000)],
  ['49,000 elements', () => drawing('<g/>'.repeat(49_000))],
  ['elements within elements', () => drawing('<g>'.repeat(28_000) + '</g>'.repeat(28_000))],
  ['masks within masks', () => drawing(`${'<g opacity="0.9">'.repeat(250)}${block}${'</g>'.repeat(250)}`)],
  ['20,000 × 2,400 units', () => drawing(block, '0 0 20000 2400')],
]

describe('a picture made to exhaust memory', () => {
  it.each(hostile)('as a logo: %s', async (_, make) => expectBounded(await make(), 'logo'))
  it.each(hostile.slice(0, 4))('as a photo: %s', async (_, make) => {
    const { peak, outcome } = await watched(() => readPictureApart(make() as Buffer, 'photo'))
    expect(outcome).toMatchObject({ fields: [{ phrase: 'image' }] })
    // The upload was recognised by its first bytes, so no decoder saw it.
    expect(peak).toBeLessThan(150)
  })

  it('is refused with a message that says what to do', async () => {
    const packed = await watched(() => readPictureApart(gzipSync(drawing(block)), 'logo'))
    expect(packed.outcome).toMatchObject({ fields: [{ phrase: 'logoPacked' }] })
    const large = await watched(async () =>
      readPictureApart(drawing(`<filter id="f">${steps}</filter><g filter="url(#f)">${block}</g>`), 'logo'),
    )
    expect(large.outcome).toMatchObject({ fields: [{ phrase: 'pictureHeavy' }] })
  })
})

describe('a genuine picture is read as before', () => {
  it.each<[what: string, PictureKind, () => Buffer | Promise<Buffer>]>([
    [
      'a photo of 12 megapixels, on its side',
      'photo',
      () => blank(3500).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    [
      'a photo of 49 megapixels that comes in passes',
      'photo',
      () =>
        blank(7000).withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['a PNG of 16 bits in passes', 'instruction', () => deepPng()],
    [
      'a drawing',
      'logo',
      () =>
        drawing(`${block}<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)">${block}</g>`),
    ],
    [
      'a drawing that begins with a mark and a comment',
      'logo',
      () => Buffer.from(`\ufeff\n<!-- Quay --> ${drawing(block).toString()}`),
    ],
    ['a drawing with a photo in it', 'logo', () => holding(1000)],
    ['a WebP', 'icon', () => blank(2000).webp().toBuffer()],
  ])('%s', async (_, kind, make) => {
    const upload = await make()
    const { outcome } = await watched(() => readPictureApart(upload, kind))
    expect(outcome).toMatchObject({ width: expect.any(Number) })
  })
})

describe('pictures of every kind', () => {
  let test: TestApp
  let admin: Client
  let operatorOfTheirs: Client

  beforeAll(async () => {
    test = await startTestApp()
    admin = await logInAs(test.app, test.ours, 'tenant')
    operatorOfTheirs = await logInAs(test.app, test.theirs, 'tenant')
  })
  afterAll(() => test.close())

  it('are read by one process at a time, and when too many are waiting, others are told when to retry', async () => {
    const file = multipart([
      { name: 'file', filename: 'a.png', type: 'image/png', content: await blank(200).png().toBuffer() },
    ])
    const uploads = ['/assays/pictures', '/device-images', `/tenants/${test.ours.id}/logos/light`]
    const send = (client: Client, path: string) => client.send(path.includes('logos') ? 'PUT' : 'POST', path, file)
    const { outcome, atOnce } = await watched(() =>
      Promise.all([
        ...Array.from({ length: 44 }, (_, n) => send(admin, uploads[n % 3] ?? '')),
        send(operatorOfTheirs, '/assays/pictures'),
      ]),
    )
    const replies = outcome as Awaited<ReturnType<Client['send']>>[]
    expect(atOnce).toBe(1)
    const refused = replies.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers['retry-after']).toBe('5')
    expect(replies.filter(({ statusCode }) => statusCode >= 300)).toHaveLength(refused.length)
    expect(replies.at(-1)?.statusCode, 'of another tenant').toBe(201)
  })

  it('are refused at their field when they are compressed', async () => {
    const content = gzipSync(drawing(block))
    const packed = multipart([{ name: 'file', filename: 'logo.svg', type: 'image/svg+xml', content }])
    const reply = await admin.send('PUT', `/tenants/${test.ours.id}/logos/light`, packed)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { file: [serverRules.logoPacked] }])
  })
})

async function expectBounded(upload: Buffer, kind: PictureKind): Promise<void> {
  const { peak, outcome } = await watched(() => readPictureApart(upload, kind, 2))
  expect(peak).toBeLessThan(most[kind])
  // The picture is either drawn within the bounds or refused at its field.
  expect(outcome instanceof Failure || 'width' in (outcome as object), String(outcome)).toBe(true)
}

/** Returns the outcome of the work, the most MiB that one picture process held, and the most processes at once. */
async function watched(work: () => Promise<unknown>) {
  let [peak, atOnce] = [0, 0]
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const held = (await processesOf('picture-program')).map((one) => one.held)
      peak = Math.max(peak, ...held)
      atOnce = Math.max(atOnce, held.length)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const looking = look()
  const outcome: unknown = await work().catch((error: unknown) => error)
  isOver = true
  await looking
  return { outcome, peak, atOnce }
}
