import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { filledIn } from '../../contract/phrases/translate.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { photoWithMetadata } from '../../tests/server/photo-with-metadata.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { png } from '../../tests/server/png.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'
import { readPictureApart } from '../platform/picture-process.ts'
import type { Refusal } from '../platform/picture-kinds.ts'

let test: TestApp
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

const send = (parts: Parameters<typeof multipart>[0], client = clinical) =>
  client.send('POST', '/device-images', multipart(parts))
const upload = (content: Buffer | string, filename = 'photo.jpg', type = 'image/jpeg') =>
  send([{ name: 'file', filename, type, content }])

async function stored(response: TestResponse): Promise<Buffer> {
  expect(response.statusCode, response.body).toBe(201)
  return readFile(path.join(test.dataDir, 'files/device-images', test.ours.id, `${response.json().data.id}.webp`))
}

describe('an uploaded photo', () => {
  it('is stored as WebP, upright, without metadata such as camera or place', async () => {
    const original = await photoWithMetadata()
    const given = await sharp(original).metadata()
    expect(given).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    expect(original.includes('SecretCamera')).toBe(true)
    const response = await upload(original)
    const content = await stored(response)
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 100, height: 200 })
    const kept = await sharp(content).metadata()
    expect([kept.exif, kept.xmp, kept.icc, kept.iptc, kept.orientation]).toEqual(Array(5).fill(undefined))
    expect(content.includes('SecretCamera') || content.includes('EXIF')).toBe(false)
    expect(response.json().data).toMatchObject({ width: 100, height: 200 })
    // After a clockwise turn by 90°, the left edge is at the top.
    const { data } = await sharp(content)
      .extract({ left: 50, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(200)
    expect(data[2]).toBeLessThan(60)
  })

  it('may be a PNG under any file name, and keeps its transparency', async () => {
    const transparent = await sharp({
      create: { width: 3, height: 2, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(
      await sharp(await stored(await upload(transparent, '../../etc/passwd.exe', 'application/pdf'))).metadata(),
    ).toMatchObject({
      width: 3,
      height: 2,
      hasAlpha: true,
    })
  })

  it('is scaled to at most 2,000 pixels on its longer side', async () => {
    const wide = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer()
    expect((await upload(wide)).json().data).toMatchObject({ width: 2000, height: 500 })
  })

  it('is served as WebP that only the browser may cache, and that it must revalidate each time', async () => {
    const { id } = (await upload(tinyPng)).json().data
    const response = await clinical.get(`/device-images/${id.toUpperCase()}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    })
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect((await sharp(response.rawPayload).metadata()).format).toBe('webp')
    const known = { 'if-none-match': String(response.headers.etag) }
    const again = async (client: Client) =>
      (await client.send('GET', `/device-images/${id.toUpperCase()}`, { headers: known })).statusCode
    const next = await logInAs(test.app, test.ours, 'group')
    expect([await again(clinical), await again(next)]).toEqual([304, 404])
  })
})

describe('an upload is refused with a message at the file', () => {
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
  it.each<[string, () => Buffer | string | Promise<Buffer>]>([
    ['no image', () => 'just text'],
    ['a page named like a photo', () => html],
    [
      'a page that begins like a photo',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
    ],
    ['a drawing', () => svg],
    ['a GIF', () => sharp(tinyPng).gif().toBuffer()],
    ['a WebP', () => sharp(tinyPng).webp().toBuffer()],
    ['a TIFF', () => sharp(tinyPng).tiff().toBuffer()],
    ['an AVIF', () => sharp(tinyPng).avif().toBuffer()],
    ['a PDF', () => '%PDF-1.7\n%âãÏÓ'],
    ['nothing', () => ''],
    ['a PNG that ends early', () => tinyPng.subarray(0, 45)],
    ['a JPEG that ends early', async () => (await photoWithMetadata()).subarray(0, -300)],
  ])('%s', async (_, content) => expectRefused(await upload(await content()), 'image'))

  it('30,000 × 30,000 pixels, before they take any memory', async () => {
    const bomb = png({ width: 30_000, height: 30_000 })
    const before = process.memoryUsage.rss()
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload(bomb)))
    for (const response of replies) expectRefused(response, 'imagePixels')
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(500)
  })

  it.each([
    [1, 50_000_000],
    [20_001, 1],
  ])('%i × %i pixels, which are few but slow to decode', async (width, height) => {
    expectRefused(await upload(png({ width, height })), 'imageSide')
  })

  it('an animated picture', async () => {
    const frames: [string, Buffer] = ['acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]
    expectRefused(await upload(png({ width: 1, height: 1, extra: [frames] })), 'imageAnimated')
  })

  it('a picture that takes too long to decode, even outside this thread', async () => {
    const side = 7000
    // Each of the seven interlaced passes may round its rows up to whole bytes.
    const pixels = Buffer.alloc(side * (side * 8 + 7))
    const slow = png({ width: side, height: side, pixels, bits: 16, interlaced: true })
    await expect(readPictureApart(slow, 'photo', 1)).rejects.toMatchObject({ fields: [{ phrase: 'imageUnreadable' }] })
  })

  it('over 10 MB', async () => {
    expectRefused(await upload(Buffer.concat([tinyPng, Buffer.alloc(10 * 1024 * 1024)])), 'imageTooLarge')
  })

  it('no part, another part, a text instead of a file', async () => {
    const { fields, rules } = phrases
    const required = rules.required.replace('{{field}}', fields.file)
    const unknown = rules.unknownField
    expectErrors(await send([]), { file: [required] })
    expectErrors(await send([{ name: 'photo', filename: 'a.png', content: tinyPng }]), {
      photo: [unknown],
      file: [required],
    })
    expectErrors(await send([{ name: 'file', content: 'text' }]), { file: [rules.malformed] })
  })

  it('two files, or a field beside the file', async () => {
    const file = { name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }
    for (const parts of [
      [file, file],
      [file, { name: 'more', content: 'x' }],
      [{ name: 'more', content: 'x' }, file],
    ]) {
      const field = parts.find(({ name }) => name !== 'file')?.name ?? 'file'
      expectErrors(await send(parts), { [field]: [expect.any(String)] })
    }
  })

  it('and leaves neither a row nor a file behind', async () => {
    const rows = () => test.query(test.ours, 'select count(*) from device_images')
    const files = async () => (await readdir(path.join(test.dataDir, 'files'), { recursive: true })).toSorted()
    const before = [await rows(), await files()]
    await upload('no image')
    await upload(tinyPng.subarray(0, 45))
    await send([])
    expect([await rows(), await files()]).toEqual(before)
  })
})

describe('a photo without a record', () => {
  it('is seen by its uploader alone, and with a record by everybody who sees that', async () => {
    const { id } = (await upload(tinyPng)).json().data
    const [group, admin] = [await logInAs(test.app, test.ours, 'group'), await logInAs(test.app, test.ours, 'tenant')]
    const elsewhere = await logInAs(test.app, test.theirs, 'clinical')
    const stranger = await logInAs(test.app, test.ours, { email: test.ours.places.ward.username })
    const statuses = async () =>
      Promise.all(
        [clinical, group, admin, elsewhere, stranger].map(
          async (client) => (await client.get(`/device-images/${id}`)).statusCode,
        ),
      )
    expect(await statuses()).toEqual([200, 404, 404, 404, 404])
    const record = await clinical.post('/test-records', { ...newRecordAt(test.ours.places.home), deviceImageId: id })
    expect(record.json().data.deviceImageId).toBe(id)
    expect(await statuses()).toEqual([200, 200, 200, 404, 404])
  })

  it('is readable on the disk by the server’s user alone', async () => {
    await upload(tinyPng)
    expect((await stat(path.join(test.dataDir, 'files'))).mode & 0o077).toBe(0)
  })
})

function expectRefused(response: TestResponse, phrase: Refusal | 'imageTooLarge'): void {
  expectErrors(response, { file: [filledIn({ ...phrases.rules, ...phrases.serverRules }[phrase], 'en_GB')] })
}

function expectErrors(response: TestResponse, errors: object): void {
  expect([response.statusCode, response.json().errors]).toEqual([422, errors])
}
