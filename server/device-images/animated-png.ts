const signatureBytes = 8
/** The length of a chunk's content, its type, and its sum. */
const frameBytes = 12

/** Whether a PNG is one picture of a sequence: it then says so in a chunk before its pixels. sharp does not tell. */
export function isAnimatedPng(png: Buffer): boolean {
  for (let at = signatureBytes; at + frameBytes <= png.length; at += frameBytes + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
