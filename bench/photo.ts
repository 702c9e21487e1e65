import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Answer } from './http-client.ts'

/** Draws a photo as large as a phone's, and with noise so that it compresses as badly. */
export function devicePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'white', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 75 })
    .toBuffer()
}

/** Uploads a photo of a device. Throws without a reply. */
export async function sendPhoto(
  { port, host }: { port: number; host: string },
  headers: Record<string, string>,
  photo: Buffer,
): Promise<Answer> {
  const boundary = 'bench-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const type = `multipart/form-data; boundary=${boundary}`
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/device-images',
    headers: { ...headers, host: `${host}:${port}`, 'content-type': type, 'content-length': body.length },
  })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, body: await buffer(reply) }
}
