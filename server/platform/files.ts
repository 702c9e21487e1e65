import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, unlink, type FileHandle } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import type { Config } from './config.ts'
import { isDiskFull } from './database-away.ts'
import { Failure } from './failure.ts'

/**
 * The place of uploaded files: a folder on this machine, or a bucket that all machines share. Every method throws
 * `unavailable` while the bucket is away or the disk is full.
 */
export interface Files {
  /** Stores a file. When this resolves, the file survives a crash. */
  put(key: string, content: Buffer): Promise<void>
  /**
   * Stores a file as it arrives, without holding it; for a bucket, one such file at a time is held whole. When this resolves, the file survives a crash; when it throws, a part
   * of it may be left.
   */
  putStream(key: string, content: Readable): Promise<void>
  /** Throws when there is no such file. */
  stream(key: string): Promise<Readable>
  /** Reads a whole file; undefined when there is no such file. */
  find(key: string): Promise<Buffer | undefined>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
  /** Removes every file whose key begins with this folder. */
  removeFolder(folder: string): Promise<void>
  /** Tells whether there is any file whose key begins with this folder. */
  hasAny(folder: string): Promise<boolean>
}

/** Opens the configured place for files. The driver is loaded on first use, to keep start-up short. */
export function openFiles(config: Pick<Config, 'dataDir' | 's3'>): Files {
  const folder = path.join(config.dataDir, 'files')
  let disk: Promise<Disk> | undefined
  const opened = () => (disk ??= openDisk(folder, config.s3))
  return {
    async put(key, content) {
      await orUnavailable((await opened()).put(key, content))
      if (config.s3 === undefined) await orUnavailable(sync(path.join(folder, key)))
    },
    async putStream(key, content) {
      if (config.s3 === undefined) {
        await orUnavailable((await opened()).putStream(key, content))
        await orUnavailable(sync(path.join(folder, key)))
      } else await orUnavailable(spooled(content, async (whole) => (await opened()).put(key, whole)))
    },
    async stream(key) {
      return orUnavailable((await opened()).getStream(key))
    },
    async find(key) {
      const place = await opened()
      try {
        return Buffer.from(await place.getBytes(key))
      } catch (error) {
        // A bucket that is away fails here again.
        if (!(await orUnavailable(place.exists(key)))) return undefined
        throw error
      }
    },
    async remove(key) {
      await orUnavailable((await opened()).delete(key))
    },
    async removeFolder(under) {
      await orUnavailable((await opened()).deleteAll(`${under}/`))
    },
    async hasAny(under) {
      if (config.s3 === undefined && !existsSync(path.join(folder, under))) return false
      const { objects } = await orUnavailable((await opened()).listAll(`${under}/`, { recursive: true }))
      for (const { isFile } of objects) if (isFile) return true
      return false
    },
  }
}

/** Only one file is held whole at a time, however many arrive. */
let lastHandedOver: Promise<unknown> = Promise.resolve()

/**
 * Hands over a stream once it has arrived whole: a bucket must know its size and its checksum beforehand. Meanwhile it is a
 * file that has no name any more, so that a crash leaves nothing behind.
 */
async function spooled(content: Readable, handOver: (whole: Buffer) => Promise<void>): Promise<void> {
  const name = path.join(os.tmpdir(), `lateral-${randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
    await handle.writeFile(content)
    const handedOver = lastHandedOver.then(async () => handOver(await wholeOf(handle)))
    lastHandedOver = handedOver.catch(() => undefined)
    await handedOver
  } finally {
    await handle.close()
  }
}

async function wholeOf(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat()
  const whole = Buffer.alloc(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await handle.read(whole, at, size - at, at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return whole
}

/** A bucket that does not answer is asked twice, each time for these milliseconds. */
const patience = { connectionTimeout: 3_000, requestTimeout: 7_000, throwOnRequestTimeout: true }

/** Opens a folder of this machine, which is created, or the configured bucket. */
export async function openDisk(folder: string, s3: Config['s3']): Promise<Disk> {
  const { Disk } = await import('flydrive')
  if (s3 === undefined) {
    // Photos, like the database, may only be read by this user.
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    const { FSDriver } = await import('flydrive/drivers/fs')
    return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  }
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = s3
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      region,
      bucket,
      visibility: 'private',
      supportsACL: false,
      requestHandler: patience,
      maxAttempts: 2,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    }),
  )
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isDiskFull(error)) throw new Failure('unavailable', { cause: error })
    throw isBucketAway(error) ? new Failure('unavailable', { reason: 'files-away', cause: error }) : error
  }
}

/**
 * Tells whether a bucket did not answer, or blamed itself or too many requests. Anything else that it refuses is our
 * mistake.
 */
function isBucketAway(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error) || !('$metadata' in cause)) return false
  const { httpStatusCode: status } = cause.$metadata as { httpStatusCode?: number } // the SDK declares it so
  return status === undefined || status === 429 || status >= 500
}

/** The record that names a file is committed with an fsync, so the file must be as durable. */
export async function sync(file: string): Promise<void> {
  for (const name of [file, path.dirname(file)]) {
    const handle = await open(name)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}
