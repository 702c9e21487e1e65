import { crc32, deflateSync } from 'node:zlib'

interface PngOptions {
  width: number
  height: number
  /** The uncompressed pixels; almost empty by default. */
  pixels?: Buffer
  bits?: 8 | 16
  interlaced?: boolean
  /** Chunks between the header and the pixels. */
  extra?: [type: string, data: Buffer][]
}

/** Makes a PNG whose header claims these properties, whatever it contains. */
export function png({ width, height, pixels, bits = 8, interlaced = false, extra = [] }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, bits === 16 ? 6 : 2, 0, 0, Number(interlaced)], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(pixels ?? Buffer.alloc(1024), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
