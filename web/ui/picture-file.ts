import type { RulePhrase } from '../../contract/phrases/message-of.ts'

/** A problem with a chosen picture that a second attempt would not solve. */
export class PictureProblem extends Error {
  readonly phrase: RulePhrase

  constructor(phrase: RulePhrase) {
    super(phrase)
    this.name = 'PictureProblem'
    this.phrase = phrase
  }
}

interface Wanted {
  /** The media types that the server accepts. */
  types: readonly string[]
  maxBytes: number
  /** The most pixels that the server accepts. */
  maxPixels: number
  /** The longer side, in pixels, to which a picture is scaled down if it has too many bytes or another type. */
  longestSide: number
  /** The message for a file that is not one of these types. */
  refused: RulePhrase
  /** The message for a picture with too many bytes that this browser cannot scale down. */
  tooLarge: RulePhrase
  /** The message for a HEIC picture that this browser cannot read. */
  heic: RulePhrase
}

/**
 * Prepares a chosen file for upload, typed by its bytes rather than its name. A picture that has too many bytes, or a
 * type that only the browser can read, is redrawn, smaller and upright. Throws `PictureProblem`.
 */
export async function pictureToSend(
  file: File,
  { types, maxBytes, maxPixels, longestSide, refused, tooLarge, heic }: Wanted,
): Promise<File> {
  const head = await file.slice(0, headBytes).arrayBuffer()
  const type = pictureTypeOf(new Uint8Array(head))
  if (type === undefined) throw new PictureProblem(refused)
  const isTaken = types.includes(type)
  if (isTaken && file.size <= maxBytes && pixelsIn(new DataView(head)) <= maxPixels) return named(file, file.name, type)
  if (type === vector) throw new PictureProblem(isTaken ? tooLarge : refused)
  const format = types.includes('image/png') && type === 'image/png' ? type : 'image/jpeg'
  for (let side = longestSide; side >= 200; side = Math.round(side * 0.7)) {
    const smaller = await drawn(file, side, format).catch(() => undefined)
    if (smaller === undefined) break
    if (smaller.size <= maxBytes) return named(smaller, file.name, format)
  }
  throw new PictureProblem(isTaken ? tooLarge : type === 'image/heic' ? heic : refused)
}

const vector = 'image/svg+xml'

/** The media type of a picture by its first bytes; undefined if it is not a known picture. */
export function pictureTypeOf(head: Uint8Array): string | undefined {
  const text = String.fromCodePoint(...head.subarray(0, 400))
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (text.startsWith('BM')) return 'image/bmp'
  if (text.startsWith('ftypavif', 4) || text.startsWith('ftypavis', 4)) return 'image/avif'
  if (/^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/.test(text.slice(4))) return 'image/heic'
  return /^(\u00ef\u00bb\u00bf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)/i.test(text) ? vector : undefined
}

/** Cameras write a thumbnail and much else before the size of a photo, so this many bytes are searched. */
const headBytes = 512 * 1024

/** The number of pixels of a PNG or JPEG by the beginning of its file; 0 if that does not tell. */
function pixelsIn(head: DataView): number {
  if (head.byteLength > 24 && head.getUint32(0) === 0x89504e47) return head.getUint32(16) * head.getUint32(20)
  // A JPEG consists of segments, one of which holds the size of the picture.
  for (let at = 2; at + 9 <= head.byteLength && head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    const kind = head.getUint8(at + 1)
    const beginsPicture = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
    if (beginsPicture) return head.getUint16(at + 5) * head.getUint16(at + 7)
  }
  return 0
}

function named(content: Blob, name: string, type: string): File {
  return content instanceof File && content.type === type ? content : new File([content], name, { type })
}

/** Redraws a picture with at most this many pixels on its longer side, and turns it as its metadata says. */
async function drawn(file: Blob, longestSide: number, type: string): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('Nothing can be drawn')
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('Nothing was drawn')) : resolve(blob)), type, 0.9)
    })
  } finally {
    picture.close()
  }
}
