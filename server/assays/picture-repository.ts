import type { Insertable } from 'kysely'
import { assayInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'

export async function insertPicture(
  scope: ActorScope,
  picture: Pick<Insertable<Tables['assay_pictures']>, 'id' | 'content' | 'width' | 'height'>,
): Promise<void> {
  await scope.db
    .insertInto('assay_pictures')
    .values({ tenant_id: scope.tenant.id, uploaded_by: scope.actor.id, ...picture })
    .execute()
}

/** Finds a picture of an assay that the actor sees, or one that they uploaded for a new assay. */
export async function findPicture(scope: ActorScope, id: string): Promise<Buffer | undefined> {
  const row = await scope.db
    .selectFrom('assay_pictures as p')
    .leftJoin('assays as a', 'a.id', 'p.assay_id')
    .where('p.id', '=', id)
    .where((where) =>
      where.or([
        where.and([where('a.id', 'is not', null), assayInActorScope(scope, 'a')]),
        where.and([where('p.assay_id', 'is', null), where('p.uploaded_by', '=', scope.actor.id)]),
      ]),
    )
    .select('p.content')
    .executeTakeFirst()
  return row?.content
}

/** Assigns pictures to an assay for good, and returns those that were free or already its own. */
export async function claimPictures({ db }: Scope, assayId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .updateTable('assay_pictures')
    .set({ assay_id: assayId })
    .where('id', 'in', ids)
    .where((where) => where.or([where('assay_id', 'is', null), where('assay_id', '=', assayId)]))
    .returning(['id', 'width', 'height'])
    .execute()
}

/** Finds the sizes of these pictures in pixels; missing pictures are left out. */
export async function sizesOfPictures({ db }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('assay_pictures').where('id', 'in', ids).select(['id', 'width', 'height']).execute()
}
