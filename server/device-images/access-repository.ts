import { recordInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * Whether the actor may see a photo: that of a record in their scope, also one that it had before it was corrected, which
 * patients are not shown; or one of their own that has no record yet.
 */
export async function isImageInScope(scope: ActorScope, imageId: string): Promise<boolean> {
  const found = await scope.db
    .selectFrom('device_images as d')
    .leftJoin('test_record_versions as v', 'v.device_image_id', 'd.id')
    .leftJoin('test_records as r', (join) =>
      join.on((eb) =>
        eb.or([eb('r.device_image_id', '=', eb.ref('d.id')), eb('r.id', '=', eb.ref('v.test_record_id'))]),
      ),
    )
    .where('d.id', '=', imageId)
    .where((eb) =>
      eb.or([
        eb.and([eb('r.id', 'is', null), eb('d.uploaded_by', '=', scope.actor.id)]),
        eb.and([eb('r.id', 'is not', null), recordInActorScope(scope, 'r')]),
      ]),
    )
    .select('d.id')
    .executeTakeFirst()
  return found !== undefined
}
