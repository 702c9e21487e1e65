import type { Readable } from 'node:stream'
import { v7 as newId } from 'uuid'
import type { Door } from '../access/door/door.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import type { Arriving } from '../access/serving/upload.ts'
import { Failure } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'
import { readPictureApart } from '../platform/picture-process.ts'
import { isImageInScope } from './access-repository.ts'
import { deleteUnusedImages, insertDeviceImage, isImageStored } from './repository.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'

/** Seconds after which an upload without a row is known to have failed. */
const uploadIsOverSeconds = 60 * 60

/**
 * Stores an uploaded photo, re-encoded. `receive` is called when it is this upload's turn. The file is written before
 * its row, so that a row never names a missing file; a job that was queued beforehand removes the file if the row is
 * never stored. Throws `unavailable` while too many others are waiting.
 */
export async function storeDeviceImage(
  enter: EnterAsActor,
  turns: TenantTurns,
  files: Files,
  { receive, hasLeft }: Arriving,
) {
  const tenantId = await enter(async ({ tenant }) => tenant.id)
  return turns.take({ tenantId, hasLeft }, async () => {
    const upload = await receive()
    const { content, width, height } = await turns.run({ tenantId, hasLeft }, () => readPictureApart(upload, 'photo'))
    const id = newId()
    await enter((scope) => scope.addJob('remove-photo', id, uploadIsOverSeconds))
    await files.put(keyOf(tenantId, id), content)
    await enter((scope) => insertDeviceImage(scope, { id, width, height, byte_size: content.length }))
    return { id, width, height }
  })
}

/** Reads a photo in the actor's scope as WebP. Throws `not-found`. */
export async function openDeviceImage(enter: EnterAsActor, files: Files, imageId: string): Promise<Readable> {
  const tenantId = await enter(async (scope) => {
    await expectImageInScope(scope, imageId)
    return scope.tenant.id
  })
  return files.stream(keyOf(tenantId, imageId))
}

/** Throws `not-found` unless the photo is in the actor's scope. */
export async function expectImageInScope(scope: ActorScope, imageId: string): Promise<void> {
  if (!(await isImageInScope(scope, imageId))) throw new Failure('not-found')
}

/**
 * Deletes at most `most` unused photos and returns how many it deleted. A job in the same transaction removes their
 * files, so that a crash leaves no file behind.
 */
export async function removeUnusedPhotos(scope: Scope, most: number): Promise<number> {
  const ids = await deleteUnusedImages(scope, most)
  for (const id of ids) await scope.addJob('remove-photo', id)
  return ids.length
}

/** Starts the job that removes the files of photos without a row. */
export async function startRemovingPhotos(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await jobs.work('remove-photo', async ({ tenantId, id }) => {
    const isStored = await door.enterTenant(tenantId, id, (scope) => isImageStored(scope, id))
    if (!isStored) await files.remove(keyOf(tenantId, id))
  })
}

/** The folder of all photos among the files. */
export const photoFolder = 'device-images'

/** The key of a photo among the files. */
export function keyOf(tenantId: string, imageId: string): string {
  return `${photoFolder}/${tenantId}/${imageId}.webp`
}
