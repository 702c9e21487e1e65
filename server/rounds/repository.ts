import { sql } from 'kysely'
import type { NewRound } from '../../contract/rounds/starting.ts'
import { mostInRound, mostRoundsListed, type RoundState } from '../../contract/rounds/round.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Narrows to the places at which the actor may record; a patient has none. */
function roundInActorScope(scope: ActorScope) {
  return inActorScope(scope, { organisation: 'r.organisation_id', group: 'r.group_id' })
}

/** Selects rounds in the actor's scope with the rows that they name, each looked up by key. */
function roundsWithNames(scope: ActorScope) {
  const peopleOf = (isEntered: boolean) => sql<number>`(
    select count(*)::int from round_rows w
    where w.tenant_id = ${scope.tenant.id} and w.round_id = r.id and not w.is_removed
      and (w.outcome is not null or not ${sql.lit(isEntered)}))`
  return scope.db
    .selectFrom('rounds as r')
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'r.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'r.group_id' }), onTrue)
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'users', 'u', { id: 'r.started_by' }), onTrue)
    .leftJoinLateral(byKey(scope, 'users', 'e', { id: 'r.ended_by' }), onTrue)
    .where(roundInActorScope(scope))
    .select([
      'r.id',
      'r.state',
      'r.organisation_id',
      'o.name as organisation_name',
      'r.group_id',
      'g.name as group_name',
      'r.assay_id',
      'r.assay_version',
      'a.name as assay_name',
      'a.analytes',
      'a.offered_results',
      'a.image_required',
      'a.read_from_minutes',
      'a.read_until_minutes',
      'r.specimen',
      'r.location',
      'r.lot',
      'r.lot_expiry',
      'r.expired_lot_reason',
      'r.zone',
      'r.timing',
      'r.revision',
      'r.started_at',
      'r.started_by',
      'u.full_name as started_by_name',
      'r.ended_at',
      'r.ended_by',
      'e.full_name as ended_by_name',
      peopleOf(false).as('people'),
      peopleOf(true).as('entered'),
    ])
}

export async function listRoundRows(scope: ActorScope) {
  return roundsWithNames(scope)
    .orderBy('r.started_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(mostRoundsListed)
    .execute()
}

/** Finds a round in the actor's scope. */
export async function findRound(scope: ActorScope, roundId: string) {
  return roundsWithNames(scope).where('r.id', '=', roundId).executeTakeFirst()
}
export type FoundRound = NonNullable<Awaited<ReturnType<typeof findRound>>>

/** Tells whether the actor has opened a round in the last day. */
export async function hasOpened({ db, actor, now }: ActorScope, roundId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_events')
    .where('resource_id', '=', roundId)
    .where('occurred_at', '>', new Date(now.getTime() - 24 * 60 * 60_000))
    .where('action', '=', 'round.opened')
    .where('outcome', '=', 'done')
    .where('actor_id', '=', actor.id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a round in the actor's scope until the transaction ends, so that its changes have an order. Undefined when there
 * is none.
 */
export async function lockRound(scope: ActorScope, roundId: string) {
  return scope.db
    .selectFrom('rounds as r')
    .where('r.id', '=', roundId)
    .where(roundInActorScope(scope))
    .select(['r.id', 'r.state', 'r.revision', 'r.group_id', 'r.started_at', 'r.timing'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()
}

export async function insertRound(
  scope: ActorScope,
  { id, input, assayVersion }: { id: string; input: NewRound; assayVersion: number },
): Promise<void> {
  await scope.db
    .insertInto('rounds')
    .values({
      tenant_id: scope.tenant.id,
      id,
      organisation_id: input.organisationId,
      group_id: input.groupId,
      assay_id: input.assayId,
      assay_version: assayVersion,
      specimen: input.specimen,
      location: input.location,
      lot: input.lot,
      lot_expiry: input.lotExpiry,
      expired_lot_reason: input.expiredLotReason,
      zone: input.zone,
      timing: input.timing,
      started_at: scope.now,
      started_by: scope.actor.id,
      ended_at: null,
      ended_by: null,
    })
    .execute()
}

/** Finds what the start of a round names: the place, and the assay as its organisation may use it now. */
export async function findPlaceAndAssay(scope: ActorScope, input: NewRound) {
  return scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .leftJoin('assays as a', (join) =>
      join
        .on('a.id', '=', input.assayId)
        .on(sql<boolean>`(a.organisation_ids is null or g.organisation_id = any(a.organisation_ids))`),
    )
    .leftJoin('assay_versions as v', (join) =>
      join.onRef('v.assay_id', '=', 'a.id').on('v.version', '=', input.assayVersion ?? sql.ref<number>('a.version')),
    )
    .where('g.id', '=', input.groupId)
    .where('g.organisation_id', '=', input.organisationId)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
    .select([
      sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended'),
      'a.retired_at',
      'a.requires_timer',
      'v.version as assay_version',
      'v.specimens',
      'v.read_until_minutes',
    ])
    .executeTakeFirst()
}

/**
 * Adds everybody whom the round's group knows, or those chosen of them, and returns how many; one more than allowed when
 * there are too many.
 */
export async function insertGroup(
  scope: ActorScope,
  roundId: string,
  { groupId, subjectIds }: Pick<NewRound, 'groupId' | 'subjectIds'>,
): Promise<number> {
  const { rows } = await sql`
    insert into round_rows as added (tenant_id, round_id, subject_id, revision)
    select m.tenant_id, ${roundId}::uuid, m.subject_id, 1 from subject_groups m
    join subject_identities i on i.tenant_id = ${scope.tenant.id} and i.subject_id = m.subject_id
    where m.tenant_id = ${scope.tenant.id} and m.group_id = ${groupId}::uuid
      and ${subjectIds === null ? sql`true` : sql`m.subject_id = any(${subjectIds}::uuid[])`}
    order by m.subject_id limit ${mostInRound + 1}
    returning subject_id`.execute(scope.db)
  return rows.length
}

/** Raises the revision of a locked round and returns it. */
export async function raiseRevision({ db }: Scope, roundId: string): Promise<string> {
  const { revision } = await db
    .updateTable('rounds')
    .set({ revision: sql<string>`revision + 1` })
    .where('id', '=', roundId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Sets the state of a locked round; one that ends is ended by the actor. */
export async function setState(scope: ActorScope, roundId: string, state: RoundState): Promise<void> {
  const isEnd = state === 'finished' || state === 'cancelled'
  await scope.db
    .updateTable('rounds')
    .set({
      state,
      revision: sql<string>`revision + 1`,
      ...(isEnd && { ended_at: scope.now, ended_by: scope.actor.id }),
    })
    .where('id', '=', roundId)
    .execute()
}

/** Tells whether an assay needs the timer, as it is today. */
export async function requiresTimer({ db }: ActorScope, assayId: string): Promise<boolean> {
  const assay = await db.selectFrom('assays').where('id', '=', assayId).select('requires_timer').executeTakeFirst()
  return assay?.requires_timer ?? false
}
