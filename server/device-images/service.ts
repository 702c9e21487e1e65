import type { Readable } from 'node:stream'
import { v7 as newId } from 'uuid'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import { readPicture } from './picture.ts'
import { insertDeviceImage, isImageInScope } from './repository.ts'

type Enter = <T>(work: (scope: ActorScope) => Promise<T>) => Promise<T>

/** Stores an uploaded photo, re-encoded. The file is safe before its row is: a row never names a missing file. */
export async function storeDeviceImage(enter: Enter, files: Files, upload: Buffer) {
  const { content, width, height } = await readPicture(upload)
  const id = newId()
  const tenantId = await enter(async ({ tenant }) => tenant.id)
  await files.put(keyOf(tenantId, id), content)
  await enter((scope) => insertDeviceImage(scope, { id, width, height, byte_size: content.length }))
  return { id, width, height }
}

/** The content of a photo in the actor's scope, as WebP. Throws `not-found`. */
export async function openDeviceImage(enter: Enter, files: Files, imageId: string): Promise<Readable> {
  const tenantId = await enter(async (scope) => {
    if (!(await isImageInScope(scope, imageId))) throw new Failure('not-found')
    return scope.tenant.id
  })
  return files.stream(keyOf(tenantId, imageId))
}

function keyOf(tenantId: string, imageId: string): string {
  return `device-images/${tenantId}/${imageId}.webp`
}
