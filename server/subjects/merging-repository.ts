import { sql, type SqlBool } from 'kysely'
import type { WholeIdentity } from '../../contract/subjects/subject.ts'
import { inActorScope, subjectInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'
import { deleteIdentity, findGroupsOf, insertIdentity, isTaken, type KnownIn } from './changes-repository.ts'
import { subjectColumns } from './columns.ts'
import { findDetails } from './details-repository.ts'
import { findFormerWords, forgetMerged, rememberMerged } from './merged-repository.ts'
import { identityOf } from './repository.ts'

/**
 * Locks subjects until the transaction ends, always in the same order, so that nobody changes them, merges them or
 * records their tests meanwhile. Returns each with its identity and all of its groups. Erased and merged subjects, and
 * those outside the actor's scope, are left out.
 */
export async function lockSubjects(scope: ActorScope, ids: readonly string[]) {
  const { db } = scope
  const isOneOf = sql<SqlBool>`s.id = any(${ids}::uuid[])`
  // Accounts are locked first, because deleting an account also locks it before its subjects.
  await db
    .selectFrom('users')
    .where('id', 'in', (query) => query.selectFrom('subjects as s').where(isOneOf).select('s.user_id'))
    .select('id')
    .orderBy('id')
    .forKeyShare()
    .execute()
  await db.selectFrom('subjects as s').where(isOneOf).select('s.id').orderBy('s.id').forUpdate().execute()
  // A separate statement, which sees the changes of those who held the locks before.
  const rows = await db
    .selectFrom('subjects as s')
    .innerJoin('subject_identities as i', 'i.subject_id', 's.id')
    .where(isOneOf)
    .where(subjectInActorScope(scope, 's'))
    .select([...subjectColumns, 's.user_id', 's.version'])
    .execute()
  const locked = []
  for (const row of rows) {
    locked.push({
      id: row.subject_id,
      kind: row.subject_kind,
      userId: row.user_id,
      version: row.version,
      identity: identityOf(row),
      groups: await findGroupsOf(scope, row.subject_id),
    })
  }
  return locked
}
export type LockedSubject = Awaited<ReturnType<typeof lockSubjects>>[number]

/** Finds those of these groups that are outside the actor's scope. */
export async function findGroupsBeyond(scope: ActorScope, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g
    where g.tenant_id = ${scope.tenant.id} and g.id = any(${groupIds}::uuid[])
      and not (${inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' })})`.execute(scope.db)
  return rows.map(({ id }) => id)
}

type Part = keyof WholeIdentity

/** The effects of a merge on the two subjects, which undoing it needs to know. */
export interface Merged {
  /** Parts of the identity that the kept subject took over. */
  filled: Part[]
  /** Groups that did not know the kept subject before. */
  addedGroupIds: string[]
  /** Ids of the subjects that had been merged into the merged one. */
  followers: string[]
}

/**
 * Moves a subject's identity, groups and account to another, which takes over only those parts of the identity that it
 * lacks. Returns undefined when a group would then know two subjects by the same identifiers; the transaction must be
 * rolled back. Tests are moved by their own noun.
 */
export async function mergeIdentities(
  scope: ActorScope,
  { kept, merged }: { kept: LockedSubject; merged: LockedSubject },
): Promise<Merged | undefined> {
  const { db } = scope
  await deleteIdentity(scope, merged.id)
  await deleteIdentity(scope, kept.id)
  const known = new Set(kept.groups.map(({ groupId }) => groupId))
  const added = merged.groups.filter(({ groupId }) => !known.has(groupId))
  const [home, ...others] = kept.groups
  const groups = [home, ...others, ...added] as const
  if (await isTaken(scope, kept.identity, groups)) return undefined
  const filled = await partsToFill(scope, { kept, merged }, groups)
  const { nhsNumber } = await findDetails(scope, merged.id)
  const followers = await rememberMerged(scope, kept.id, { ...merged, nhsNumber })
  const identity = { ...kept.identity, ...partsOf(merged.identity, filled) }
  const former = await findFormerWords(scope, kept.id)
  if (!(await insertIdentity(scope, kept.id, identity, groups, former))) return undefined
  await db
    .updateTable('subjects')
    .set({ ...touched(), user_id: null })
    .where('id', '=', merged.id)
    .execute()
  await db
    .updateTable('subjects')
    .set({ ...touched(), user_id: kept.userId ?? merged.userId })
    .where('id', '=', kept.id)
    .execute()
  return { filled, addedGroupIds: added.map(({ groupId }) => groupId), followers }
}

/**
 * Finds the parts of the identity that the kept subject lacks and the other has, except identifiers by which one of the
 * groups knows somebody else.
 */
async function partsToFill(
  scope: ActorScope,
  { kept, merged }: { kept: LockedSubject; merged: LockedSubject },
  groups: readonly KnownIn[],
): Promise<Part[]> {
  const isLacking = (part: Part) => kept.identity[part] === null && merged.identity[part] !== null
  const filled = parts.filter(isLacking)
  if (!filled.some((part) => identifying.has(part))) return filled
  const isFree = !(await isTaken(scope, { ...kept.identity, ...partsOf(merged.identity, filled) }, groups))
  return isFree ? filled : filled.filter((part) => !identifying.has(part))
}

const parts: readonly Part[] = ['email', 'dateOfBirth', 'firstName', 'lastName', 'localId', 'customId1', 'customId2']
const identifying: ReadonlySet<Part> = new Set(['email', 'customId1', 'customId2'])

function partsOf(identity: WholeIdentity, wanted: readonly Part[]): Partial<WholeIdentity> {
  return Object.fromEntries(wanted.map((part) => [part, identity[part]]))
}

/** The data of a merge that is undone. */
export interface Parting extends Omit<Merged, 'addedGroupIds'> {
  kept: LockedSubject
  mergedId: string
  /** The whole former identity of the merged subject. */
  identity: WholeIdentity
  /** The groups of the merged subject, the adding group first. */
  groupIds: readonly string[]
  /** The groups that the kept subject leaves. */
  leaving: ReadonlySet<string>
  /** The account of the merged subject, which it gets back if the kept one still has it. */
  userId: string | null
  /** The account that the kept subject had before the merge, and keeps. */
  keptUserId: string | null
}

/**
 * Reverses `mergeIdentities`. Returns false when the adding group has another subject with the identifiers; the
 * transaction must then be rolled back. A subject that is only known there by another merge is no obstacle, because
 * merges could otherwise block each other.
 */
export async function partIdentities(scope: ActorScope, parting: Parting): Promise<boolean> {
  const { db } = scope
  const { kept, mergedId, followers } = parting
  const [home, ...others] = await findPlaces(scope, parting.groupIds)
  if (home === undefined) return false
  await forgetMerged(scope, mergedId, { keptId: kept.id, followers })
  await deleteIdentity(scope, kept.id)
  const formerOfMerged = await findFormerWords(scope, mergedId)
  if (!(await insertIdentity(scope, mergedId, parting.identity, [home, ...others], formerOfMerged))) return false
  const [keptHome, ...keptOthers] = kept.groups
  const left = [keptHome, ...keptOthers.filter(({ groupId }) => !parting.leaving.has(groupId))] as const
  const formerOfKept = await findFormerWords(scope, kept.id)
  if (!(await insertIdentity(scope, kept.id, emptied(parting), left, formerOfKept))) return false

  const userId = parting.userId === kept.userId ? parting.userId : null
  const isKeptAccount = kept.userId === parting.keptUserId || userId === null
  await db
    .updateTable('subjects')
    .set({ ...touched(), user_id: isKeptAccount ? kept.userId : null })
    .where('id', '=', kept.id)
    .execute()
  await db
    .updateTable('subjects')
    .set({ ...touched(), user_id: userId })
    .where('id', '=', mergedId)
    .execute()
  return true
}

/** Returns the identity of the kept subject without the parts that it took over, unless these were changed since. */
function emptied({ kept, identity, filled }: Parting): WholeIdentity {
  const unchanged = filled.filter((part) => kept.identity[part] === identity[part])
  return { ...kept.identity, ...Object.fromEntries(unchanged.map((part) => [part, null])) }
}

/** Finds groups with their organisations, in the order of the ids. */
async function findPlaces(scope: ActorScope, groupIds: readonly string[]): Promise<KnownIn[]> {
  const rows = await scope.db
    .selectFrom('groups')
    .where(sql<SqlBool>`id = any(${groupIds}::uuid[])`)
    .select(['id as groupId', 'organisation_id as organisationId'])
    .execute()
  return groupIds.flatMap((id) => rows.filter(({ groupId }) => groupId === id))
}
