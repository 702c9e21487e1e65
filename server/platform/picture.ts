import sharp, { type Sharp } from 'sharp'
import { maxImagePixels, maxImageSide } from '../../contract/device-images/limits.ts'
import { drawingIn, isActive } from './drawing.ts'
import { tooHeavy, type Picture, type PictureKind, type Refusal } from './picture-kinds.ts'

/** The longer side of a stored photo, in pixels. */
const storedSide = 2000

/** A logo is stored at most so large, twice what it is shown at; the icon as large as any device asks for. */
const logoBox = { width: 960, height: 240 }
const iconSide = 512

/** The longer side of a stored picture of instructions: twice the column that it is shown in. */
const instructionSide = 1280

/** Reads an upload for what it is to be. */
export async function readPicture(upload: Buffer, kind: PictureKind): Promise<Picture | Refusal> {
  return kind === 'photo' || kind === 'instruction' ? readPhoto(upload, kind) : readLogo(upload, kind)
}

/** What is said of a photo that shows too much, and of any other picture. */
const photoWords = { isAnimated: 'imageAnimated', pixels: 'imagePixels', side: 'imageSide' } as const
const pictureWords = { isAnimated: 'pictureAnimated', pixels: 'picturePixels', side: 'pictureSide' } as const

/** What is taken, what is said of anything else, and the longer side of what is stored. */
const photoKinds = {
  photo: { formats: ['jpeg', 'png'], refusal: 'image', side: storedSide, words: photoWords },
  instruction: { formats: ['jpeg', 'png', 'webp'], refusal: 'picture', side: instructionSide, words: pictureWords },
} as const

/**
 * Re-encodes a picture as WebP, upright and without any metadata (no place, no camera). What it is, is read from
 * its content, not from its name. Of a JPEG that holds several pictures, as some phones' do, the first is taken.
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
  // The header was right and the rest is not: a cut-off or damaged picture.
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
 * Makes a PNG of a logo, whatever it was: an SVG is drawn, so that what is served can do nothing. An SVG with a program, or
 * one that refers to other files, is refused rather than drawn without them.
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
    // Drawn at the size that it is stored at, sharp in every line; 72 dots an inch are one for each of its units.
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

/** Whether a decoder stopped because it was given no more memory, rather than because of what it read. */
function isTooHeavy(error: unknown): boolean {
  return error instanceof Error && /out of memory|rendering failed|allocation failed/i.test(error.message)
}

/**
 * What an upload is by its first bytes. A decoder is only given what is one of these: some unpack what they are given, or read
 * the whole of it, before they say what it is.
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
