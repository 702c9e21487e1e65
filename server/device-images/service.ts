import type { Readable } from 'node:stream'
import { v7 as newId } from 'uuid'
import type { Door } from '../access/door.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import type { Arriving } from '../access/upload.ts'
import { Failure } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'
import { readPictureApart } from '../platform/picture-process.ts'
import { isImageInScope } from './access-repository.ts'
import { deleteUnusedImages, insertDeviceImage, isImageStored } from './repository.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'

/** An upload that has not come to a row after so many seconds never will. */
const uploadIsOverSeconds = 60 * 60

/**
 * Stores an uploaded photo, re-encoded. `receive` is called when it is this upload's turn to be received. The file is safe
 * before its row is: a row never names a missing file. Should the row not come to be, the job that is added beforehand
 * removes the file. Throws `unavailable` while too many others are on their way.
 */
export async function storeDeviceImage(
  enter: EnterAsActor,
  turns: TenantTurns,
  files: Files,
  { receive, hasLeft }: Arriving,
) {
  const tenantId = await enter(async ({ tenant }) => tenant.id)
  return turns.take(tenantId, async () => {
    const upload = await receive()
    const { content, width, height } = await turns.run({ tenantId, hasLeft }, () => readPictureApart(upload, 'photo'))
    const id = newId()
    await enter((scope) => scope.addJob('remove-photo', id, uploadIsOverSeconds))
    await files.put(keyOf(tenantId, id), content)
    await enter((scope) => insertDeviceImage(scope, { id, width, height, byte_size: content.length }))
    return { id, width, height }
  })
}

/** The content of a photo in the actor's scope, as WebP. Throws `not-found`. */
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
 * Removes photos that nobody has used, at most so many, and answers how many. Their files go by a job that is added with
 * the change, so that a crash in between leaves no file behind.
 */
export async function removeUnusedPhotos(scope: Scope, most: number): Promise<number> {
  const ids = await deleteUnusedImages(scope, most)
  for (const id of ids) await scope.addJob('remove-photo', id)
  return ids.length
}

/** Removes from now on the files of photos that have no row. */
export async function startRemovingPhotos(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await jobs.work('remove-photo', async ({ tenantId, id }) => {
    const isStored = await door.enterTenant(tenantId, id, (scope) => isImageStored(scope, id))
    if (!isStored) await files.remove(keyOf(tenantId, id))
  })
}

function keyOf(tenantId: string, imageId: string): string {
  return `device-images/${tenantId}/${imageId}.webp`
}
