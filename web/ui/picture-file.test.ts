import { beforeEach, expect, test, vi } from 'vitest'
import { PictureProblem, pictureToSend, pictureTypeOf } from './picture-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
const jpeg = '\u00ff\u00d8\u00ff\u00e0 a photo'
const png = '\u0089PNG\r\n\u001a\n a photo'
const heic = '\0\0\0\u0018ftypheic'
const wanted = {
  types: ['image/jpeg', 'image/png'],
  maxBytes: 1000,
  maxPixels: 5_000_000,
  longestSide: 2000,
  refused: 'image',
  heic: 'imageHeic',
  tooLarge: 'imageTooLarge',
} as const

const fileOf = (text: string, name: string, type: string) => new File([bytes(text)], name, { type })
const large = (text: string) => fileOf(text + ' '.repeat(2000), 'large', '')

async function problemOf(file: File) {
  const error = await pictureToSend(file, wanted).catch((found: unknown) => found)
  return error instanceof PictureProblem ? error.phrase : error
}

/**
 * Fakes the image functions that jsdom lacks: a picture of the given size, and one byte for each 1,500 pixels drawn.
 */
function browserThatReads(width: number, height: number) {
  const close = vi.fn()
  const read = vi.fn(async () => ({ width, height, close }))
  vi.stubGlobal('createImageBitmap', read)
  const drawn: [number, number][] = []
  const context = { drawImage: (_: unknown, __: number, ___: number, w: number, h: number) => drawn.push([w, h]) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as CanvasRenderingContext2D)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done: BlobCallback,
    type,
  ) {
    done(new Blob([new Uint8Array(Math.round((this.width * this.height) / 1500))], { type: type ?? '' }))
  })
  return { drawn, close, read }
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No such picture')))
})

test.each([
  ['a PNG that is called a JPEG', png, 'photo.jpg', 'image/jpeg', 'image/png'],
  ['a JPEG without a type', jpeg, 'photo', '', 'image/jpeg'],
  ['a JPEG that is called a text', jpeg, 'photo.txt', 'text/plain', 'image/jpeg'],
])('%s is recognised by its bytes', async (_, text, name, type, found) => {
  const sent = await pictureToSend(fileOf(text, name, type), wanted)
  expect([sent.type, sent.name, sent.size]).toEqual([found, name, text.length])
})

test.each([
  ['a text that is called a PNG', fileOf('no photo', 'photo.png', 'image/png'), 'image'],
  ['an empty file', fileOf('', 'photo.png', 'image/png'), 'image'],
  ['a drawing', fileOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo.png', 'image/png'), 'image'],
  ['a photo that this browser cannot read', fileOf(heic, 'photo.heic', ''), 'imageHeic'],
  ['a photo with too many bytes that cannot be made smaller', large(jpeg), 'imageTooLarge'],
])('%s is refused with an explanation', async (_, file, phrase) => {
  expect(await problemOf(file)).toBe(phrase)
})

test('a photo with too many bytes is scaled down, upright, as far as necessary', async () => {
  const { drawn, close, read } = browserThatReads(8000, 4000)
  const sent = await pictureToSend(large(jpeg), wanted)
  expect(read).toHaveBeenCalledWith(expect.anything(), { imageOrientation: 'from-image' })
  expect(drawn).toEqual([
    [2000, 1000],
    [1400, 700],
  ])
  expect(sent.size).toBeLessThanOrEqual(wanted.maxBytes)
  expect(sent.type).toBe('image/jpeg')
  expect(close).toHaveBeenCalledTimes(drawn.length)
})

test('a photo of a type that the server does not accept is converted to one that it does', async () => {
  const { drawn } = browserThatReads(800, 600)
  const sent = await pictureToSend(fileOf(heic, 'IMG_1.HEIC', 'image/heic'), wanted)
  expect([sent.type, drawn]).toEqual(['image/jpeg', [[800, 600]]])
})

test('the first bytes tell the type', () => {
  const types = ['RIFF....WEBP', 'GIF89a', 'BM....', '\0\0\0\u0018ftypavif', '<?xml version="1.0"?><svg/>', '%PDF-1.7']
  expect(types.map((text) => pictureTypeOf(bytes(text)))).toEqual([
    'image/webp',
    'image/gif',
    'image/bmp',
    'image/avif',
    'image/svg+xml',
    undefined,
  ])
})
