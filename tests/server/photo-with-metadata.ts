import sharp from 'sharp'

/** Makes a JPEG, left half red and right half blue, with a camera name, a place and a rotation by 90°. */
export async function photoWithMetadata(): Promise<Buffer> {
  const half = { create: { width: 100, height: 100, channels: 3 as const, background: 'red' } }
  return sharp({ create: { ...half.create, width: 200, background: 'blue' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
