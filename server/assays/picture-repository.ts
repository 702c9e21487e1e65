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

/** The content of a picture of an assay that the actor sees, or of one that they uploaded for an assay to be. */
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

/** Keeps pictures for an assay for ever, and answers those that it can have: not those of another one. */
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

/** How large these pictures are, in pixels: of those that there are. */
export async function sizesOfPictures({ db }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('assay_pictures').where('id', 'in', ids).select(['id', 'width', 'height']).execute()
}
