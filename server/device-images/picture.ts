import sharp, { type Sharp } from 'sharp'
import { maxImagePixels, maxImageSide } from '../../contract/device-images/limits.ts'

/** The longer side of a stored picture, in pixels. */
const storedSide = 2000

export interface Picture {
  content: Buffer
  width: number
  height: number
}

/** Why an upload is no picture: the phrase that says so. */
export type Refusal = 'image' | 'imageAnimated' | 'imagePixels' | 'imageSide'

/**
 * Re-encodes a JPEG or PNG as WebP, upright and without any metadata (no place, no camera). What it is, is read from
 * its content, not from its name. Of a JPEG that holds several pictures, as some phones' do, the first is taken.
 */
export async function readPicture(upload: Buffer): Promise<Picture | Refusal> {
  const source = sharp(upload, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
  const found = await source.metadata().catch(() => undefined)
  if (found === undefined || (found.format !== 'jpeg' && found.format !== 'png')) return 'image'
  if (found.format === 'png' && isAnimatedPng(upload)) return 'imageAnimated'
  if (found.width * found.height > maxImagePixels) return 'imagePixels'
  if (Math.max(found.width, found.height) > maxImageSide) return 'imageSide'
  // The header was right and the rest is not: a cut-off or damaged picture.
  return encode(source).catch(() => 'image' as const)
}

async function encode(source: Sharp): Promise<Picture> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

const signatureBytes = 8
/** The length of a chunk's content, its type, and its sum. */
const frameBytes = 12

/** Whether a PNG is one picture of a sequence: it then says so in a chunk before its pixels. sharp does not tell. */
function isAnimatedPng(png: Buffer): boolean {
  for (let at = signatureBytes; at + frameBytes <= png.length; at += frameBytes + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
