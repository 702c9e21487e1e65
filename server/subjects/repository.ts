import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SubjectLookup, WholeIdentity } from '../../contract/subjects/subject.ts'
import { foldedId } from '../../contract/rules/folding.ts'
import { nameKeyOf } from '../../contract/subjects/search-words.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns, type SubjectRow } from './columns.ts'
import { holdersOf, type SoughtKey } from './holders-repository.ts'

/**
 * Finds the latest subject with these identifiers that a group of the actor's scope knows, with that group; the named
 * group comes first. If there is none, finds the subject into which such a one was merged, which `isFormer` says.
 */
export async function findSubjectRow(scope: ActorScope, wanted: SubjectLookup) {
  const keys = keysOf(wanted)
  const besides = 'besides' in wanted ? wanted.besides : undefined
  for (const key of keys) {
    for (const isFormer of [false, true]) {
      const row = await findIdentified(scope, wanted, sql`${isHolder(scope, key, isFormer)} and ${isNot(besides)}`)
      if (row !== undefined) return { ...row, isFormer }
    }
  }
  return undefined
}

/** The keys by which somebody is looked up, one after the other. */
function keysOf(wanted: SubjectLookup): SoughtKey[] {
  return 'customId1' in wanted ? [keyOf(wanted), similarIds(wanted)] : [keyOf(wanted)]
}

function keyOf(wanted: SubjectLookup): SoughtKey {
  if ('email' in wanted) return { by: 'email', emailKey: sql`lower(${wanted.email}::text)` }
  if ('localId' in wanted) return localIdKey(wanted)
  if ('lastName' in wanted) return namesKey({ firstName: null, ...wanted })
  const { customId1, customId2 } = wanted
  return { by: 'customIds', customId1: sql`lower(${customId1}::text)`, customId2: sql`lower(${customId2}::text)` }
}

/** Matches an identity `i` whose subject is known by a key; with `isFormer`, only if that is or is not by a merge. */
function isHolder(scope: ActorScope, key: SoughtKey, isFormer?: boolean): RawBuilder<SqlBool> {
  const asked = isFormer === undefined ? sql`true` : sql`h.is_former = ${sql.lit(isFormer)}`
  const isKnownHere = key.by === 'localId' ? sql`m.group_id = ${key.groupId}` : sql`true`
  return sql<SqlBool>`${isKnownHere}
    and i.subject_id = any(array(select h.subject_id from ${holdersOf(scope, key)} h where ${asked}))`
}

async function findIdentified(
  scope: ActorScope,
  wanted: { groupId?: string | undefined },
  isWanted: RawBuilder<SqlBool>,
) {
  const row = await scope.db
    .selectFrom('subject_identities as i')
    .innerJoin('subjects as s', 's.id', 'i.subject_id')
    .innerJoin('subject_groups as m', 'm.subject_id', 'i.subject_id')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where(inActorScope(scope, { organisation: 'm.organisation_id', group: 'm.group_id', subject: 's.id' }))
    .where(isWanted)
    .select([...subjectColumns, 'g.id as group_id', 'g.name as group_name', 'o.name as organisation_name'])
    .orderBy(sql`m.group_id is not distinct from ${wanted.groupId ?? null}::uuid`, 'desc')
    .orderBy('s.id', 'desc')
    .orderBy('m.is_home', 'desc')
    .orderBy('m.group_id')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, subject_group_id: row.group_id }
}

/**
 * Matches an identity `i`, or another row with its columns under `alias`, by email or by the two custom IDs, in any
 * spelling.
 */
export function isIdentifiedBy(
  { email, customId1, customId2 }: Pick<WholeIdentity, 'email' | 'customId1' | 'customId2'>,
  alias = 'i',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (email !== null) return sql<SqlBool>`${column('email_key')} = lower(${email}::text)`
  return sql<SqlBool>`${column('custom_id_1_key')} = lower(${customId1}::text)
    and ${column('custom_id_2_key')} = lower(${customId2}::text)`
}

type CustomIds = Record<'customId1' | 'customId2', string>

/** The key of custom IDs in any spelling, with or without dashes and spaces. */
function similarIds({ customId1, customId2 }: CustomIds): SoughtKey {
  const folded = (id: string) => sql`${foldedId(id)}::text`
  return {
    by: 'similarIds',
    customId1: folded(customId1),
    customId2: folded(customId2),
    both: folded(`${customId1}${customId2}`),
  }
}

interface LocalId {
  localId: string
  groupId: string
  /** The subject that may have the ID, because it is being edited. */
  besides?: string | undefined
}

function localIdKey({ localId, groupId }: LocalId): Extract<SoughtKey, { by: 'localId' }> {
  return { by: 'localId', localId: sql`${foldedId(localId)}::text`, groupId: sql`${groupId}::uuid` }
}

/** The names and the date of birth by which a person is identified. Who has one name has no first name. */
interface Named extends Record<'lastName' | 'dateOfBirth', string> {
  firstName: string | null
}

/** The key of a person with these names, in any spelling, and this date of birth, whom these groups know, or any. */
function namesKey({ dateOfBirth, firstName, lastName }: Named, groupIds?: readonly string[]): SoughtKey {
  return {
    by: 'names',
    nameKey: sql`${nameKeyOf({ ...unidentified, firstName, lastName })}::text`,
    dateOfBirth: sql`${dateOfBirth}::date`,
    known: groupIds === undefined ? sql`m.is_home` : sql`m.group_id = any(${groupIds}::uuid[])`,
  }
}

/**
 * Finds those whom these groups know by the same names, in any spelling, and the same date of birth, or did before a merge. Concurrent
 * requests about one name wait for each other until the transaction ends.
 */
export async function findNamesakes(
  scope: ActorScope,
  named: Named,
  groupIds: readonly string[],
  besides: string,
): Promise<string[]> {
  await holdText(scope, `${named.dateOfBirth} ${nameKeyOf({ ...unidentified, ...named })}`)
  const { rows } = await sql<{ id: string }>`
    select distinct h.subject_id as id from ${holdersOf(scope, namesKey(named, groupIds))} h
    where h.subject_id <> ${besides}::uuid order by h.subject_id limit ${sql.lit(mostNamesakes)}
  `.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** More people of one name and one date of birth in a group are not compared with somebody. */
const mostNamesakes = 100

/**
 * Tells whether the actor's scope has somebody else who is known, now or before a merge, by the names and the date of birth of this row,
 * or by those that were looked up, besides one more subject.
 */
export async function hasNamesakeInScope(scope: ActorScope, row: SubjectRow, wanted: SubjectLookup): Promise<boolean> {
  const { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth } = row
  const own = lastName === null || dateOfBirth === null ? [] : [namesKey({ firstName, lastName, dateOfBirth })]
  const isNamesake = [...own, ...('lastName' in wanted ? [keyOf(wanted)] : [])].map((key) => isHolder(scope, key))
  if (isNamesake.length === 0) return false
  const isOther = sql<SqlBool>`i.subject_id <> ${row.subject_id}::uuid and ${isNot('besides' in wanted ? wanted.besides : undefined)}`
  return (await findIdentified(scope, {}, sql`${isOther} and (${sql.join(isNamesake, sql` or `)})`)) !== undefined
}

/**
 * Tells whether the email or the IDs that were looked up identify, since a merge, somebody else in the actor's scope than this row. What
 * several have by right is told by nobody: families share an email, and a group finds its own.
 */
export async function isOneOfSeveral(scope: ActorScope, row: SubjectRow, wanted: SubjectLookup): Promise<boolean> {
  // Names are told by `hasNamesakeInScope`.
  if ('lastName' in wanted) return false
  const isFormerly = keysOf(wanted).map((key) => sql<SqlBool>`(${isHolder(scope, key, true)})`)
  const isOther = sql<SqlBool>`i.subject_id <> ${row.subject_id}::uuid and ${isNot('besides' in wanted ? wanted.besides : undefined)}`
  return (await findIdentified(scope, {}, sql`${isOther} and (${sql.join(isFormerly, sql` or `)})`)) !== undefined
}

function isNot(subjectId: string | undefined): RawBuilder<SqlBool> {
  return sql`i.subject_id is distinct from ${subjectId ?? null}::uuid`
}

const unidentified = { email: null, localId: null, customId1: null, customId2: null }

/** Makes concurrent requests about one text wait for each other, where no constraint applies. */
export async function holdText({ db, tenant }: ActorScope, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant.id} ${text}`}, 0))`.execute(db)
}

/** Tells whether a group of the actor's scope knows another subject by this local ID, or did before a merge. */
export async function isLocalIdKnown(scope: ActorScope, wanted: LocalId): Promise<boolean> {
  // Two subjects may share an ID on purpose.
  await holdText(scope, `${wanted.groupId} ${foldedId(wanted.localId)}`)
  const isIt = sql<SqlBool>`${isHolder(scope, localIdKey(wanted))} and ${isNot(wanted.besides)}`
  return (await findIdentified(scope, wanted, isIt)) !== undefined
}

/**
 * Tells whether one of these groups knows another subject whose custom IDs differ from these only in dashes, spaces and spelling.
 * Concurrent requests about such IDs wait for each other until the transaction ends.
 */
export async function areCustomIdsLikeKnown(
  scope: ActorScope,
  wanted: CustomIds,
  groupIds: readonly string[],
  besides: string,
): Promise<boolean> {
  await holdText(scope, `${foldedId(wanted.customId1)} ${foldedId(wanted.customId2)}`)
  const found = await scope.db
    .selectFrom('subject_identities as i')
    .innerJoin('subject_groups as m', 'm.subject_id', 'i.subject_id')
    .where(isHolder(scope, similarIds(wanted)))
    .where(sql<SqlBool>`m.group_id = any(${groupIds}::uuid[])`)
    .where('i.subject_id', '<>', besides)
    .select('i.subject_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Builds a subject's whole identity from its row. */
export function identityOf(row: Omit<SubjectRow, 'identity_of'>): WholeIdentity {
  return {
    email: row.email,
    dateOfBirth: row.date_of_birth,
    firstName: row.first_name,
    lastName: row.last_name,
    localId: row.local_id,
    customId1: row.custom_id_1,
    customId2: row.custom_id_2,
  }
}
