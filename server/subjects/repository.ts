import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SubjectLookup, WholeIdentity } from '../../contract/subjects/subject.ts'
import { foldedId } from '../../contract/rules/folding.ts'
import { nameKeyOf } from '../../contract/subjects/search-words.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns, type SubjectRow } from './columns.ts'

/**
 * Finds the latest subject with these identifiers that a group of the actor's scope knows, with that group; the named
 * group comes first. If there is none, finds the subject into which such a one was merged.
 */
export async function findSubjectRow(scope: ActorScope, wanted: SubjectLookup) {
  if ('localId' in wanted) return findIdentified(scope, wanted, hasLocalId(scope, wanted))
  if ('lastName' in wanted) {
    const firstName = 'firstName' in wanted ? wanted.firstName : null
    return findIdentified(scope, wanted, sql`${hasNames(scope, { ...wanted, firstName })} and ${isNot(wanted.besides)}`)
  }
  const formerly = sql<SqlBool>`i.subject_id in (
    select f.subject_id from merged_subjects f where f.tenant_id = ${scope.tenant.id} and ${isIdentifiedBy(wanted, 'f')})`
  return (
    (await findIdentified(scope, wanted, isIdentifiedBy(wanted))) ??
    (await findIdentified(scope, wanted, formerly)) ??
    ('customId1' in wanted ? await findIdentified(scope, wanted, hasCustomIdsLike(scope, wanted)) : undefined)
  )
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
  wanted: SubjectLookup | Pick<WholeIdentity, 'email' | 'customId1' | 'customId2'>,
  alias = 'i',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if ('email' in wanted && wanted.email !== null) {
    return sql<SqlBool>`${column('email_key')} = lower(${wanted.email}::text)`
  }
  if (!('customId1' in wanted)) return sql<SqlBool>`false`
  return sql<SqlBool>`${column('custom_id_1_key')} = lower(${wanted.customId1}::text)
    and ${column('custom_id_2_key')} = lower(${wanted.customId2}::text)`
}

/** Normalises an ID column as `foldedId` does. */
export function comparedId(column: string): RawBuilder<string> {
  return sql<string>`translate(replace(search_marked(${sql.ref(column)}), '''', ''), ' -', '')`
}

type CustomIds = Record<'customId1' | 'customId2', string>

/**
 * Matches an identity `i` with two custom IDs that differ from these only in dashes, spaces and spelling, or one into which such a
 * subject was merged.
 */
function hasCustomIdsLike(scope: ActorScope, { customId1, customId2 }: CustomIds) {
  const isLike = (alias: string) => sql<SqlBool>`${comparedId(`${alias}.custom_id_1`)} = ${foldedId(customId1)}
    and ${comparedId(`${alias}.custom_id_2`)} = ${foldedId(customId2)}`
  return sql<SqlBool>`i.subject_id = any(array(
      select w.subject_id from subject_words w
      where w.tenant_id = ${scope.tenant.id} and w.word = ${foldedId(`${customId1}${customId2}`)}))
    and (${isLike('i')} or exists (
      select from merged_subjects f
      where f.tenant_id = ${scope.tenant.id} and f.subject_id = i.subject_id and ${isLike('f')}))`
}

interface LocalId {
  localId: string
  groupId: string
  /** The subject that may have the ID, because it is being edited. */
  besides?: string | undefined
}

/** Matches an identity `i` of another subject that the group knows `m` by this local ID, in any spelling. */
function hasLocalId(scope: ActorScope, { localId, groupId, besides }: LocalId): RawBuilder<SqlBool> {
  return sql<SqlBool>`m.group_id = ${groupId}::uuid and i.subject_id is distinct from ${besides ?? null}::uuid
    and i.subject_id = any(array(
      select w.subject_id from subject_words w
      where w.tenant_id = ${scope.tenant.id} and w.word = ${foldedId(localId)} and w.group_id = ${groupId}::uuid))
    and ${comparedId('i.local_id')} = ${foldedId(localId)}`
}

/** The names and the date of birth by which a person is identified. Who has one name has no first name. */
interface Named extends Record<'lastName' | 'dateOfBirth', string> {
  firstName: string | null
}

/** Matches an identity `i` of a person with these names, in any spelling, and this date of birth. */
function hasNames(scope: ActorScope, { dateOfBirth, firstName, lastName }: Named): RawBuilder<SqlBool> {
  return sql<SqlBool>`i.date_of_birth = ${dateOfBirth}::date and i.subject_id = any(array(
    select k.subject_id from subject_groups k
    where k.tenant_id = ${scope.tenant.id} and k.is_home and k.name_key = ${nameKeyOf({ ...unidentified, firstName, lastName })}))`
}

/**
 * Finds those whom these groups know by the same names, in any spelling, and the same date of birth. Concurrent requests
 * about one name wait for each other until the transaction ends.
 */
export async function findNamesakes(
  scope: ActorScope,
  named: Named,
  groupIds: readonly string[],
  besides: string,
): Promise<string[]> {
  const { dateOfBirth, ...names } = named
  const key = nameKeyOf({ ...unidentified, ...names })
  await holdText(scope, `${dateOfBirth} ${key}`)
  const rows = await scope.db
    .selectFrom('subject_groups as m')
    .innerJoin('subject_identities as i', 'i.subject_id', 'm.subject_id')
    .where(sql<SqlBool>`m.group_id = any(${groupIds}::uuid[])`)
    .where('m.name_key', '=', key)
    .where(sql<SqlBool>`i.date_of_birth = ${dateOfBirth}::date`)
    .where('m.subject_id', '<>', besides)
    .select('m.subject_id as id')
    .distinct()
    .orderBy('m.subject_id')
    .limit(sql.lit(mostNamesakes))
    .execute()
  return rows.map(({ id }) => id)
}

/** More people of one name and one date of birth in a group are not compared with somebody. */
const mostNamesakes = 100

/** Tells whether the actor's scope has somebody else with the names and the date of birth of this row, besides one more subject. */
export async function hasNamesakeInScope(scope: ActorScope, row: SubjectRow, besides?: string): Promise<boolean> {
  const { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth } = row
  if (lastName === null || dateOfBirth === null) return false
  const isOther = sql<SqlBool>`i.subject_id <> ${row.subject_id}::uuid and ${isNot(besides)}`
  const isNamesake = sql<SqlBool>`${isOther} and ${hasNames(scope, { firstName, lastName, dateOfBirth })}`
  return (await findIdentified(scope, {}, isNamesake)) !== undefined
}

function isNot(subjectId: string | undefined): RawBuilder<SqlBool> {
  return sql`i.subject_id is distinct from ${subjectId ?? null}::uuid`
}

const unidentified = { email: null, localId: null, customId1: null, customId2: null }

/** Makes concurrent requests about one text wait for each other, where no constraint applies. */
export async function holdText({ db, tenant }: ActorScope, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant.id} ${text}`}, 0))`.execute(db)
}

/** Tells whether a group of the actor's scope knows another subject by this local ID. */
export async function isLocalIdKnown(scope: ActorScope, wanted: LocalId): Promise<boolean> {
  // Two subjects may share an ID on purpose.
  await holdText(scope, `${wanted.groupId} ${foldedId(wanted.localId)}`)
  return (await findIdentified(scope, wanted, hasLocalId(scope, wanted))) !== undefined
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
    .where(hasCustomIdsLike(scope, wanted))
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
