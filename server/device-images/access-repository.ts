import { sql, type SqlBool } from 'kysely'
import { mayReadRecordHistory } from '../../contract/permissions/can.ts'
import { recordInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * Tells whether the actor may see a photo. A current photo is seen with its record. A replaced photo is seen by those
 * who may read the history of every record that ever had it. A photo that never belonged to a record is seen by its
 * uploader.
 */
export async function isImageInScope(scope: ActorScope, imageId: string): Promise<boolean> {
  const inHistory = (which = sql<SqlBool>`true`) => sql<SqlBool>`exists (
    select from test_record_versions as v join test_records as former on former.id = v.test_record_id
    where v.tenant_id = ${scope.tenant.id} and former.tenant_id = ${scope.tenant.id}
      and v.device_image_id = ${imageId}::uuid and ${which})`
  const hiddenFormer = sql<SqlBool>`not (${recordInActorScope(scope, 'former')})`
  const found = await scope.db
    .selectFrom('device_images as d')
    .leftJoin('test_records as r', 'r.device_image_id', 'd.id')
    .where('d.id', '=', imageId)
    .where((eb) =>
      eb.or([
        eb.and([eb('r.id', 'is not', null), recordInActorScope(scope, 'r')]),
        eb.and([eb('r.id', 'is', null), eb.not(inHistory()), eb('d.uploaded_by', '=', scope.actor.id)]),
        ...(mayReadRecordHistory({ ...scope.actor, features: scope.tenant.features })
          ? [eb.and([eb('r.id', 'is', null), inHistory(), eb.not(inHistory(hiddenFormer))])]
          : []),
      ]),
    )
    .select('d.id')
    .executeTakeFirst()
  return found !== undefined
}
