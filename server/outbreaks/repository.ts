import { sql } from 'kysely'
import type { listOutbreaks } from '../../contract/outbreaks/endpoints.ts'
import type { Query } from '../../contract/endpoint.ts'
import type { outbreakList } from '../../contract/outbreaks/outbreak.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Reads a page of outbreaks in the actor's scope. */
export async function listOutbreakRows(scope: ActorScope, query: Query<typeof listOutbreaks>) {
  const page = orders.page(query)
  const rows = matching(scope, query).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: matching(scope, query).clearSelect().select('b.id') })
}

const orders = sortedList<typeof outbreakList, { id: string; opened_at: Date }>({
  opened_at: [
    { column: sql.ref('b.opened_at'), type: 'timestamptz', valueOf: (row) => row.opened_at.toISOString() },
    { column: sql.ref('b.id'), type: 'uuid', valueOf: (row) => row.id },
  ],
})

function matching(scope: ActorScope, { state }: Pick<Query<typeof listOutbreaks>, 'state'>) {
  return outbreaksWithNames(scope)
    .$if(state === 'open', (query) => query.where('b.closed_at', 'is', null))
    .$if(state === 'closed', (query) => query.where('b.closed_at', 'is not', null))
}

/** Narrows to outbreaks at the actor's places; a patient has none. */
function outbreakInActorScope(scope: ActorScope) {
  return inActorScope(scope, { organisation: 'b.organisation_id', group: 'b.group_id' })
}

function outbreaksWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('outbreaks as b')
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'b.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'b.group_id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'users', 'u', { id: 'b.closed_by' }), onTrue)
    .where(outbreakInActorScope(scope))
    .select([
      'b.id',
      'b.organisation_id',
      'o.name as organisation_name',
      'b.group_id',
      'g.name as group_name',
      'b.counted_by',
      'b.unit',
      'b.unit_key',
      'b.analyte',
      'b.analyte_name',
      'b.zone',
      'b.opened_at',
      'b.last_positive_at',
      'b.cases',
      'b.found_at',
      'b.reopened_at',
      'b.closed_at',
      'b.closed_because',
      'b.closed_by',
      'u.full_name as closed_by_name',
      'b.note',
    ])
}

/** Finds an outbreak in the actor's scope. */
export async function findOutbreak(scope: ActorScope, id: string) {
  return outbreaksWithNames(scope).where('b.id', '=', id).executeTakeFirst()
}
export type OutbreakRow = NonNullable<Awaited<ReturnType<typeof findOutbreak>>>

/** Counts the open outbreaks in the actor's scope. */
export async function countOpen(scope: ActorScope): Promise<number> {
  const row = await scope.db
    .selectFrom('outbreaks as b')
    .where('b.closed_at', 'is', null)
    .where(outbreakInActorScope(scope))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Tells whether the actor is told of outbreaks by email. */
export async function isMailed({ db, actor }: ActorScope): Promise<boolean> {
  const refusal = await db
    .selectFrom('outbreak_mail_refusals')
    .where('user_id', '=', actor.id)
    .select('user_id')
    .executeTakeFirst()
  return refusal === undefined
}

export async function setMailed({ db, tenant, actor }: ActorScope, mailed: boolean): Promise<void> {
  if (mailed) await db.deleteFrom('outbreak_mail_refusals').where('user_id', '=', actor.id).execute()
  else {
    await db
      .insertInto('outbreak_mail_refusals')
      .values({ tenant_id: tenant.id, user_id: actor.id })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
      .execute()
  }
}

/** The tenant's patterns of dates and names of custom IDs, for files. */
export async function findFormats({ db, tenant }: Scope) {
  return db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .select([
      'subjects',
      sql<string | null>`date_format -> 'web' ->> 'short'`.as('date_pattern'),
      sql<string | null>`date_format -> 'web' ->> 'date_time'`.as('date_time_pattern'),
    ])
    .executeTakeFirstOrThrow()
}
