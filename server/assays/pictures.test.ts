import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules, serverRules } from '../../contract/phrases/en_GB/index.ts'
import { changeAssay, createAssay, noWords, pictureOf } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { photoWithMetadata } from '../../tests/server/photo-with-metadata.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart } from '../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let nurse: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  nurse = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

describe('a picture for instructions', () => {
  const send = (content: Buffer | string, client = admin) =>
    client.send(
      'POST',
      '/assays/pictures',
      multipart([{ name: 'file', filename: 'step.html', type: 'text/html', content }]),
    )
  async function uploaded(content?: Buffer): Promise<{ id: string; width: number; height: number }> {
    const response = await send(content ?? (await drawing(60, 20).png().toBuffer()))
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
  const seen = async (id: string, client = nurse) => (await client.get(`/assays/pictures/${id}`)).statusCode

  it('is stored as upright pixels, no larger than shown, whatever its metadata said', async () => {
    const photo = await uploaded(await photoWithMetadata())
    expect(photo).toMatchObject({ width: 100, height: 200 })
    const { rawPayload, headers } = await admin.get(`/assays/pictures/${photo.id}`)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': expect.stringContaining('private') })
    expect(rawPayload.includes('SecretCamera') || rawPayload.includes('EXIF')).toBe(false)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 100, height: 200 })
    expect(await uploaded(await drawing(2000, 1000).webp().toBuffer())).toMatchObject({ width: 1280, height: 640 })
  })

  it.each([
    ['a drawing', () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', rules.picture],
    [
      'an animation',
      () =>
        sharp(Buffer.alloc(32).fill(255, 16), { raw: { width: 1, height: 8, channels: 4, pageHeight: 4 } })
          .webp()
          .toBuffer(),
      serverRules.pictureAnimated,
    ],
    [
      'a picture of 30,000 × 10',
      () => drawing(30_000, 10).png().toBuffer(),
      'The picture is more than 20,000 pixels wide or high. Choose a smaller one.',
    ],
    ['the half of one', async () => (await drawing(600, 600).jpeg().toBuffer()).subarray(0, 700), rules.picture],
    ['nothing', () => '', rules.picture],
  ])('is refused at its field: %s', async (_what, content, message) => {
    const refused = await send(await content())
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { file: [message] }])
  })

  it('is kept by the version that shows it, and seen by everybody who sees its assay', async () => {
    const [drop, strip] = [await uploaded(), await uploaded()]
    expect([await seen(drop.id), await seen(drop.id, admin)]).toEqual([404, 200])
    const words = { en_GB: 'Three drops', es_MX: 'Tres gotas' }
    const assay = await createAssay(admin, {
      ...newAssay('Kit'),
      instructions: { ...noWords, en_GB: 'Add drops.\n\n![1]' },
      pictures: [pictureOf(words, drop.id)],
      organisationIds: [test.ours.places.home.organisationId],
    })
    expect((await nurse.get(`/assays/${assay.id}/web`)).json().data.pictures).toEqual([{ ...drop, words }])
    expect((await changeAssay(admin, assay, {})).version).toBe(1)
    const newer = await changeAssay(admin, assay, {
      instructions: noWords,
      pictures: [pictureOf({ en_GB: 'A strip' }, strip.id)],
    })
    expect(newer).toMatchObject({
      version: 2,
      hasInstructions: true,
      pictures: [{ ...strip, words: { en_GB: 'A strip' } }],
    })
    const kept = await test.query(
      test.ours,
      `select pictures from assay_versions where assay_id = '${assay.id}' order by version`,
    )
    expect(kept).toEqual([{ pictures: [{ ...drop, words }] }, { pictures: newer.pictures }])
    expect([await seen(drop.id), await seen(strip.id)]).toEqual([200, 200])

    await changeAssay(admin, newer, { organisationIds: [test.ours.places.away.organisationId] })
    expect([await seen(strip.id), await seen(strip.id, admin)]).toEqual([404, 200])
    const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
    expect(await seen(strip.id, elsewhere)).toBe(404)
    for (const client of [admin, elsewhere]) {
      const other = { ...newAssay('Another kit'), pictures: [pictureOf({ en_GB: 'A strip' }, strip.id)] }
      expect((await client.post('/assays', other)).json().errors).toEqual({ pictures: [rules.unknownReference] })
    }
    const { data } = (await admin.get(`/assays/${assay.id}/history`)).json()
    expect(data.at(-2).fields.map(({ field }: { field: string }) => field)).toEqual(['pictures', 'instructions'])
  })

  it('is one of at most six', async () => {
    await test.query(test.ours, 'delete from throttle_counters')
    const pictures: object[] = []
    for (let at = 0; at < 7; at += 1) pictures.push(pictureOf({ en_GB: 'A step' }, (await uploaded()).id))
    const form = newAssay('A third kit')
    const refused = await admin.post('/assays', { ...form, pictures })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['pictures']])
    const made = await admin.post('/assays', { ...form, pictures: pictures.slice(1) })
    expect(made.statusCode, made.body).toBe(201)
  })
})
