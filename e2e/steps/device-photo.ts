import sharp from 'sharp'

/** Creates a photo like a phone's: a JPEG of a device, with its location in the metadata. */
export function devicePhoto(): Promise<Buffer> {
  const device =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#b9c2ca"/><rect x="330" y="240" width="240" height="720" rx="60" fill="#fff"/><path d="M400 420h100M400 500h100" stroke="#a2334b" stroke-width="14"/></svg>'
  return sharp(Buffer.from(device))
    .jpeg({ quality: 85 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 48/1 0/1' } })
    .toBuffer()
}
