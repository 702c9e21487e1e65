import type { RulePhrase } from '../../contract/phrases/message-of.ts'

/** What is wrong with a chosen picture: sent again it would be refused again. */
export class PictureProblem extends Error {
  readonly phrase: RulePhrase

  constructor(phrase: RulePhrase) {
    super(phrase)
    this.name = 'PictureProblem'
    this.phrase = phrase
  }
}

interface Wanted {
  /** The media types that the server takes. */
  types: readonly string[]
  maxBytes: number
  /** More pixels than these the server does not take. */
  maxPixels: number
  /** To how many pixels the longer side of a picture is made smaller that has too many bytes, or another type. */
  longestSide: number
  /** What is said of a file that is none of these. */
  refused: RulePhrase
  /** What is said of one that has too many bytes, where this browser cannot make it smaller. */
  tooLarge: RulePhrase
  /** What is said of a HEIC picture that this browser cannot read. */
  heic: RulePhrase
}

/**
 * A chosen file as it is to be sent: of the type that its bytes say, whatever its name says. One that has too many bytes, or a type
 * that this browser can read and the server does not take, is drawn anew, smaller and upright. Throws `PictureProblem`.
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

/** What a picture is by its first bytes; undefined for what is none. */
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

/** So many bytes are looked at: cameras write a small picture and much else before the size of a photo. */
const headBytes = 512 * 1024

/** The pixels of a PNG or JPEG by the beginning of its file; 0 where that does not say. */
function pixelsIn(head: DataView): number {
  if (head.byteLength > 24 && head.getUint32(0) === 0x89504e47) return head.getUint32(16) * head.getUint32(20)
  // A JPEG is made of segments, of which the one that begins the picture says its size.
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

/** Draws a picture with so many pixels on its longer side at most; its turn, which cameras note beside it, is in the pixels then. */
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
