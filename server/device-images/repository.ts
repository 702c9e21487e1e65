import { sql } from 'kysely'
import type { ActorScope, Scope } from '../access/scope.ts'
import { recordDone } from '../access/audit/audit.ts'

export interface NewDeviceImage {
  id: string
  width: number
  height: number
  byte_size: number
}

export async function insertDeviceImage(scope: ActorScope, image: NewDeviceImage): Promise<void> {
  await Promise.all([
    scope.db
      .insertInto('device_images')
      .values({ tenant_id: scope.tenant.id, uploaded_by: scope.actor.id, ...image })
      .execute(),
    recordDone(scope, 'device-image.uploaded', image.id),
  ])
}

/**
 * Deletes at most `most` rows of photos that no record and no round has used within a week, not even before a correction, and
 * returns their ids. Skips a photo that a new record is taking at this moment.
 */
export async function deleteUnusedImages(scope: Scope, most: number): Promise<string[]> {
  const unused = scope.db
    .selectFrom('device_images as d')
    .where('d.created_at', '<', sql<Date>`now() - interval '7 days'`)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('test_records as r').whereRef('r.device_image_id', '=', 'd.id').select('r.id')),
          eb.exists(
            eb.selectFrom('test_record_versions as v').whereRef('v.device_image_id', '=', 'd.id').select('v.version'),
          ),
          eb.exists(eb.selectFrom('round_rows as w').whereRef('w.device_image_id', '=', 'd.id').select('w.subject_id')),
        ]),
      ),
    )
    .select('d.id')
    .limit(most)
    .forUpdate('d')
    .skipLocked()
  const deleted = await scope.db.deleteFrom('device_images').where('id', 'in', unused).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function isImageStored(scope: Scope, imageId: string): Promise<boolean> {
  const found = await scope.db.selectFrom('device_images').where('id', '=', imageId).select('id').executeTakeFirst()
  return found !== undefined
}
