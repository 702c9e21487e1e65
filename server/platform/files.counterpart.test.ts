import { execFile } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHeads, sealAudit } from '../audit/service.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { photoWithMetadata } from '../../tests/server/photo-with-metadata.ts'
import { recordWay, type RecordedWay } from '../../tests/server/recorded-way.ts'
import { startSwift, type Swift } from '../../tests/programs/swift.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf } from '../../tests/server/tenants.ts'
import { multipart } from '../../tests/server/uploads.ts'
import { readConfig } from './config.ts'
import { openFiles } from './files.ts'
import { openKeptLines } from './kept-lines.ts'

let swift: Swift
let way: RecordedWay
let settings: Record<string, string>
/** Reads the buckets as their owner does, bypassing the product. */
let owner: S3Client
let test: TestApp
let clinical: Client
let photo: Buffer
const lines: string[] = []

beforeAll(async () => {
  swift = await startSwift()
  way = await recordWay(swift.settings.S3_ENDPOINT)
  settings = { ...swift.settings, S3_ENDPOINT: way.url, S3_BUCKET: 'photos' }
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = swift.settings
  owner = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  for (const Bucket of ['photos', 'heads']) await owner.send(new CreateBucketCommand({ Bucket }))
  test = await startTestApp({ settings, log: { write: (line) => void lines.push(line) } })
  clinical = await logInAs(test.app, test.ours, 'clinical')
  photo = await photoWithMetadata()
})

afterAll(async () => {
  await test?.close()
  owner?.destroy()
  await way?.close()
  await swift?.stop()
})

describe('files in a bucket', () => {
  it('are stored, streamed and removed; reading a missing one fails, and removing it does not', async () => {
    const files = openFiles(readConfig(settings))
    const content = Buffer.alloc(3_000_000, 'Lateral ')
    await files.put('some/file.webp', content)
    expect(await keysIn('photos')).toContain('some/file.webp')
    expect((await buffer(await files.stream('some/file.webp'))).equals(content)).toBe(true)
    await files.remove('some/file.webp')
    expect(await keysIn('photos')).not.toContain('some/file.webp')
    await files.remove('some/file.webp')
    await expect(files.stream('some/file.webp')).rejects.toMatchObject({ cause: { name: 'NoSuchKey' } })
  })

  it('are stored as they arrive, and nothing is left on this machine', async () => {
    const files = openFiles(readConfig(settings))
    const content = Buffer.alloc(9_000_000, 'Lateral ')
    const before = await readdir(tmpdir())
    await files.putStream('some/file.csv', Readable.from(chunksOf(content)))
    expect((await buffer(await files.stream('some/file.csv'))).equals(content)).toBe(true)
    const failing = Readable.from(chunksOf(content)).map(() => Promise.reject(new Error('The browser has gone')))
    await expect(files.putStream('some/other.csv', failing)).rejects.toThrow('The browser has gone')
    expect(await keysIn('photos')).not.toContain('some/other.csv')
    await files.remove('some/file.csv')
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name))
    expect(left.filter((name) => /^lateral-[0-9a-f-]{36}$/.test(name))).toEqual([])
  })
})

describe('an uploaded photo', () => {
  it('is sent re-encoded, under its own key, without its camera, place or person', async () => {
    way.taken()
    const response = await upload()
    expect(response.statusCode, response.body).toBe(201)
    const { id } = response.json().data
    const sent = way.taken()
    const key = `device-images/${test.ours.id}/${id}.webp`
    expect(await keysIn('photos')).toEqual([key])

    const [head, headers] = headOf(sent)
    expect(head).toBe(`PUT /photos/${key}?x-id=PutObject HTTP/1.1`)
    expect(headers).toEqual([
      'amz-sdk-invocation-id',
      'amz-sdk-request',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-amz-checksum-crc32',
      'x-amz-content-sha256',
      'x-amz-date',
      'x-amz-sdk-checksum-algorithm',
      'x-amz-user-agent',
    ])
    const stored = await contentOf('photos', key)
    expect(sent.subarray(sent.indexOf('\r\n\r\n') + 4).equals(stored)).toBe(true)
    for (const secret of [settings.S3_SECRET_ACCESS_KEY ?? '', 'SecretCamera', emailOf('clinical')]) {
      expect(sent.includes(secret), secret).toBe(false)
    }
    const { format, width, height, exif, xmp, icc, iptc } = await sharp(stored).metadata()
    expect({ format, width, height, exif, xmp, icc, iptc }).toEqual({ format: 'webp', width: 100, height: 200 })

    const shown = await clinical.get(`/device-images/${id}`)
    expect(shown.headers['content-type']).toBe('image/webp')
    expect(shown.rawPayload.equals(stored)).toBe(true)
    const elsewhere = await logInAs(test.app, test.theirs, 'clinical')
    expect((await elsewhere.get(`/device-images/${id}`)).statusCode).toBe(404)
  })

  it('answers 503 and leaves neither row nor file while the bucket’s disks are away', async () => {
    await expectUnavailable(
      'ServiceUnavailable',
      () => swift.fallSilent('object'),
      () => swift.speakAgain('object'),
    )
  })

  it('answers 503 when the bucket takes it without a reply, and the late file is removed', async () => {
    const rows = await rowsOf(test)
    const keys = await keysIn('photos')
    lines.length = 0
    swift.fallSilent('proxy')
    const response = await upload().finally(() => swift.speakAgain('proxy'))
    expect(response.statusCode, response.body).toBe(503)
    expect(lines.find((line) => line.includes('request failed'))).toContain('TimeoutError')
    await expect.poll(() => keysIn('photos')).toHaveLength(keys.length + 1)
    expect(await rowsOf(test)).toBe(rows)
    // Runs the job that is due in an hour.
    await test.query(test.ours, `update jobs.job set start_after = now() where name = 'remove-photo'`)
    await test.startUpkeep()
    await expect.poll(() => keysIn('photos')).toEqual(keys)
  })

  it('is accepted again afterwards', async () => {
    await expect.poll(async () => (await upload()).statusCode).toBe(201)
  })

  it('answers 500 and leaves no row when the secret is wrong, which is not logged', async () => {
    const wrong = 'a-wrong-secret'
    const said: string[] = []
    const astray = await startTestApp({
      settings: { ...settings, S3_SECRET_ACCESS_KEY: wrong },
      log: { write: (line) => void said.push(line) },
    })
    try {
      const client = await logInAs(astray.app, astray.ours, 'clinical')
      const before = await rowsOf(astray)
      const response = await upload(client)
      expect(response.statusCode).toBe(500)
      expect(await rowsOf(astray)).toBe(before)
      const failure = said.find((line) => line.includes('request failed'))
      expect(failure).toContain('E_CANNOT_WRITE_FILE')
      expect(failure).toContain('caused by SignatureDoesNotMatch')
      const everything = said.join('') + response.body
      for (const secret of [wrong, settings.S3_ACCESS_KEY_ID ?? '', 'AWS4-HMAC-SHA256', 'StringToSign']) {
        expect(everything.includes(secret), secret).toBe(false)
      }
    } finally {
      await astray.close()
    }
  })
})

it('heads of audit chains are kept in lasting files of a bucket, and the command compares with them', async () => {
  const heads = { ...settings, AUDIT_HEADS: 's3://heads/of/lateral' }
  const { auditHeads } = readConfig(heads)
  const place = auditHeads && openKeptLines(auditHeads)
  const keep = () => keepHeads(test.door, { place, log: { info: () => undefined } })
  await sealAudit(test.door)
  await keep()
  const first = await keysIn('heads')
  expect(first).toEqual([expect.stringMatching(/^of\/lateral\/\d{4}-\d\d-\d\dT\d\d-\d\d-[\w.-]+Z-[\w-]+\.txt$/)])
  expect(String(await contentOf('heads', first[0] ?? ''))).toMatch(/^(ours|theirs):\d+:[0-9a-f]{64}\n/)
  await logInAs(test.app, test.ours, 'patient')
  await sealAudit(test.door)
  await keep()
  expect(await keysIn('heads')).toHaveLength(2)

  const sound = await verify(heads)
  expect(sound.text).toContain('Compared with 4 hashes that were kept in AUDIT_HEADS')
  expect(sound.code).toBe(0)
  await test.query(test.ours, 'delete from audit_events where position = (select max(position) from audit_events)')
  const cut = await verify(heads)
  expect(cut.text).toMatch(/^ours: BROKEN: event \d+ is not the one that was kept$/m)
  expect(cut.code).toBe(1)
})

it('photos, old ones included, answer 503 and leave no row when nothing listens at the bucket’s address', async () => {
  const { id } = (await upload()).json().data
  await expectUnavailable('ECONNREFUSED', () => way.close())
  expect((await clinical.get(`/device-images/${id}`)).statusCode).toBe(503)
})

/** Uploads a photo while the bucket is away, and expects the reason in the log. */
async function expectUnavailable(
  reason: string,
  leave: () => void | Promise<void>,
  comeBack: () => void = () => undefined,
): Promise<void> {
  const rows = await rowsOf(test)
  const keys = await keysIn('photos')
  lines.length = 0
  await leave()
  const response = await upload().finally(comeBack)
  expect(response.statusCode, response.body).toBe(503)
  expect(response.json()).toMatchObject({ code: 'unavailable' })
  expect(await rowsOf(test)).toBe(rows)
  expect(await keysIn('photos')).toEqual(keys)
  expect(lines.find((line) => line.includes('request failed'))).toContain(reason)
  expect(lines.join('').includes(settings.S3_SECRET_ACCESS_KEY ?? '')).toBe(false)
}

const upload = (client = clinical) =>
  client.send(
    'POST',
    '/device-images',
    multipart([{ name: 'file', filename: 'a.jpg', type: 'image/jpeg', content: photo }]),
  )

async function rowsOf(app: TestApp): Promise<number> {
  return (await app.query(app.ours, 'select id from device_images')).length
}

async function keysIn(bucket: string): Promise<string[]> {
  const { Contents = [] } = await owner.send(new ListObjectsV2Command({ Bucket: bucket }))
  return Contents.map(({ Key = '' }) => Key)
}

async function contentOf(bucket: string, key: string): Promise<Buffer> {
  const { Body } = await owner.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

/** Returns the first line of a request and the names of its headers. */
function headOf(request: Buffer): [line: string, headers: string[]] {
  const [line = '', ...headers] = String(request).split('\r\n\r\n', 1).join('').split('\r\n')
  return [line, headers.map((header) => header.split(':', 1).join('').toLowerCase()).toSorted()]
}

async function verify(more: Record<string, string>): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: test.database.ownerUrl, ...more }
  return promisify(execFile)(process.execPath, ['scripts/commands/lateral.ts', 'verify-audit'], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  )
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 64 * 1024) yield content.subarray(at, at + 64 * 1024)
}
