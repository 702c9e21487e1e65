import { v7 as newId } from 'uuid'
import type { Assay } from '../../contract/assays/assay.ts'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor } from '../access/scope.ts'
import type { Arriving } from '../access/serving/upload.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { readPictureApart } from '../platform/picture-process.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { claimPictures, findPicture, insertPicture, sizesOfPictures } from './picture-repository.ts'

/**
 * Stores a picture for instructions, re-encoded and not yet part of an assay. It is decoded in its turn, while no
 * connection is held. Throws `validation` at `file`, and `unavailable` while too many others are waiting.
 */
export async function storePicture(enter: EnterAsActor, turns: TenantTurns, { receive, hasLeft }: Arriving) {
  // Entries of the catalogue have no pictures, because they are shown in other tenants.
  const tenantId = await enter(async ({ actor, tenant }) => {
    if (actor.userType === 'unlimited') throw new Failure('forbidden')
    return tenant.id
  })
  const { content, width, height } = await turns.take({ tenantId, hasLeft }, async () => {
    const upload = await receive()
    return await turns.run({ tenantId, hasLeft }, () => readPictureApart(upload, 'instruction'))
  })
  const id = newId()
  await enter(async (scope) => {
    await insertPicture(scope, { id, content, width, height })
    await recordAudit(scope, { action: 'assay.picture-uploaded', resourceType: 'assay-picture', resourceId: id })
  })
  return { id, width, height }
}

/** Reads a picture as WebP. Throws `not-found`, also for a picture of an assay that the actor does not see. */
export async function openPicture(scope: ActorScope, id: string): Promise<Buffer> {
  return found(await findPicture(scope, id))
}

/** Returns the form's pictures with their sizes, as a version stores them. Throws `validation` at `pictures`. */
export async function picturesToStore(scope: ActorScope, { pictures }: AssayForm): Promise<Assay['pictures']> {
  const ids = pictures.map(({ id }) => id)
  const sizes = new Map((await sizesOfPictures(scope, ids)).map((size) => [size.id, size]))
  return pictures.map(({ id, words }) => {
    const size = sizes.get(id)
    if (size === undefined) throw invalid('pictures', 'unknownReference')
    const said = Object.entries(words).filter(([, text]) => text !== '')
    return { id, width: size.width, height: size.height, words: Object.fromEntries(said) }
  })
}

/** Assigns pictures to an assay. Throws `validation` at `pictures` when one is missing or belongs to another assay. */
export async function givePictures(scope: ActorScope, assayId: string, pictures: Assay['pictures']): Promise<void> {
  const given = await claimPictures(
    scope,
    assayId,
    pictures.map(({ id }) => id),
  )
  if (given.length !== pictures.length) throw invalid('pictures', 'unknownReference')
}
