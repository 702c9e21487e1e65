import sharp, { type Sharp } from 'sharp'
import { keptSide, maxImagePixels, maxImageSide } from '../../contract/limits-and-times.ts'
import { drawingIn, isActive } from './drawing.ts'
import { tooHeavy, type Picture, type PictureKind, type Refusal } from './picture-kinds.ts'

/**
 * The largest stored size of a logo, which is twice its size on screen; an icon is stored as large as any device asks
 * for.
 */
const logoBox = { width: 960, height: 240 }
const iconSide = 512

/** The longer side of a stored picture of instructions in pixels, which is twice the column that shows it. */
const instructionSide = 1280

/** Reads an upload and re-encodes it for its use, or returns the reason for refusing it. */
export async function readPicture(upload: Buffer, kind: PictureKind): Promise<Picture | Refusal> {
  return kind === 'photo' || kind === 'instruction' ? readPhoto(upload, kind) : readLogo(upload, kind)
}

/** Refusals of photos that are too large or animated; `pictureWords` are those of other pictures. */
const photoWords = { isAnimated: 'imageAnimated', pixels: 'imagePixels', side: 'imageSide' } as const
const pictureWords = { isAnimated: 'pictureAnimated', pixels: 'picturePixels', side: 'pictureSide' } as const

/** The accepted formats, the refusal of other formats, and the longer side of the stored picture in pixels. */
const photoKinds = {
  photo: { formats: ['jpeg', 'png'], refusal: 'image', side: keptSide, words: photoWords },
  instruction: { formats: ['jpeg', 'png', 'webp'], refusal: 'picture', side: instructionSide, words: pictureWords },
} as const

/**
 * Re-encodes a picture as WebP, upright and without metadata such as place and camera. The format is read from the
 * content and not from the name. If a JPEG contains several pictures, as those of some phones do, the first is used.
 */
async function readPhoto(upload: Buffer, kind: keyof typeof photoKinds): Promise<Picture | Refusal> {
  const { formats, refusal, side, words } = photoKinds[kind]
  const begun = formatOf(upload)
  if (!formats.some((format) => format === begun)) return refusal
  const source = sharp(upload, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
  const found = await source.metadata().catch(() => undefined)
  if (found === undefined || !formats.some((format) => format === found.format)) return refusal
  const isAnimated = found.format === 'png' ? isAnimatedPng(upload) : found.format === 'webp' && (found.pages ?? 1) > 1
  if (isAnimated) return words.isAnimated
  if (found.width * found.height > maxImagePixels) return words.pixels
  if (Math.max(found.width, found.height) > maxImageSide) return words.side
  // The header was valid but the rest is not, so the picture is cut off or damaged.
  return encode(source, side).catch((error: unknown) => (isTooHeavy(error) ? tooHeavy(kind) : refusal))
}

async function encode(source: Sharp, side: number): Promise<Picture> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

/**
 * Turns a logo into a PNG. An SVG is drawn, so that the served file is passive. An SVG with scripts or references to
 * other files is refused rather than drawn without them.
 */
async function readLogo(upload: Buffer, kind: 'logo' | 'icon'): Promise<Picture | Refusal> {
  const begun = formatOf(upload)
  if (begun === 'packed') return 'logoPacked'
  if (begun === undefined) return 'logo'
  const isDrawing = begun === 'svg'
  const drawing = isDrawing ? drawingIn(upload) : ''
  if (drawing === undefined) return 'logo'
  if (isActive(drawing)) return 'logoActive'
  const found = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (found === undefined || !['png', 'jpeg', 'webp', 'svg'].includes(found.format)) return 'logo'
  if ((found.pages ?? 1) > 1 || (found.format === 'png' && isAnimatedPng(upload))) return pictureWords.isAnimated
  if (found.width * found.height > maxImagePixels) return pictureWords.pixels
  if (Math.max(found.width, found.height) > maxImageSide) return pictureWords.side
  if (kind === 'icon' && Math.abs(found.width - found.height) > 0.02 * found.width) return 'logoSquare'
  const box = kind === 'icon' ? { width: iconSide, height: iconSide } : logoBox
  const scale = Math.min(box.width / found.width, box.height / found.height)
  const source = sharp(upload, {
    limitInputPixels: maxImagePixels,
    failOn: 'error',
    // A drawing is rendered at its stored size so that every line is sharp; at 72 dots per inch one unit is one pixel.
    ...(isDrawing && { density: Math.min(Math.max(72 * scale, 1), 100_000) }),
  })
  return source
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ content: data, width: info.width, height: info.height }))
    .catch((error: unknown) => (isTooHeavy(error) ? tooHeavy(kind) : 'logo'))
}

/** Tells whether a decoder stopped for lack of memory rather than because of its input. */
function isTooHeavy(error: unknown): boolean {
  return error instanceof Error && /out of memory|rendering failed|allocation failed/i.test(error.message)
}

/**
 * Recognises an upload by its first bytes. Decoders get nothing else, because some decompress or read the whole input
 * before they recognise it.
 */
function formatOf(upload: Buffer): 'png' | 'jpeg' | 'webp' | 'svg' | 'packed' | undefined {
  const begins = (bytes: string, at = 0) => upload.toString('latin1', at, at + bytes.length) === bytes
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('\xff\xd8\xff')) return 'jpeg'
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp'
  if (begins('\x1f\x8b')) return 'packed'
  return /^\ufeff?\s*</.test(upload.toString('utf8', 0, 1000)) ? 'svg' : undefined
}

const signatureBytes = 8
/** The length of a chunk's content, its type and its checksum. */
const frameBytes = 12

/** Tells whether a PNG is animated, which a chunk before its pixels declares. sharp does not report it. */
function isAnimatedPng(png: Buffer): boolean {
  for (let at = signatureBytes; at + frameBytes <= png.length; at += frameBytes + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
