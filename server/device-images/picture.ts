import type { Sharp } from 'sharp'
import { maxImagePixels } from '../../contract/device-images/endpoints.ts'
import { invalid } from '../platform/failure.ts'

/** The longer side of a stored picture, in pixels. */
const maxSide = 2000

export interface Picture {
  content: Buffer
  width: number
  height: number
}

/**
 * Re-encodes a JPEG or PNG as WebP, upright and without any metadata (no place, no camera). What it is, is read from
 * its content, not from its name. One picture at a time is decoded, so that memory stays flat however many arrive.
 * Throws `validation` for anything else, and for more pixels than `maxImagePixels` before decoding them.
 */
export async function readPicture(upload: Buffer): Promise<Picture> {
  if (upload.length === 0) throw invalid('file', 'image')
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const source = sharp(upload, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
  const { format, width, height, pages } = await source.metadata().catch(() => {
    throw invalid('file', 'image')
  })
  if ((format !== 'jpeg' && format !== 'png') || (pages ?? 1) > 1) throw invalid('file', 'image')
  if (width * height > maxImagePixels) throw invalid('file', 'imagePixels')
  return oneAtATime(() => encode(source))
}

async function encode(source: Sharp): Promise<Picture> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      // The header was right and the rest is not: a cut-off or damaged picture.
      throw invalid('file', 'image')
    })
  return { content: data, width: info.width, height: info.height }
}

let turn: Promise<unknown> = Promise.resolve()

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work)
  turn = mine.catch(() => undefined)
  return mine
}
