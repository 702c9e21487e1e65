import { sql, type SqlBool } from 'kysely'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import { subjectInActorScope } from '../access/actor-predicate.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import type { KnownAs } from './columns.ts'
import { holdersOf, type SoughtKey } from './holders-repository.ts'
import { isUsed } from './uses-repository.ts'

/** A person as a group may know them: the group, the email and the sort key of their names, and the date of birth. */
export interface Sought {
  groupId: string
  email: string | null
  nameKey: string
  /** YYYY-MM-DD. */
  dateOfBirth: string
}

/** Somebody whom a group knows by the same names and date of birth, or by the same email, now or before a merge. */
export interface Acquainted extends KnownAs {
  groupId: string
  subjectId: string
  email: string | null
  localId: string | null
  /** The names and the date of birth that were sought and are theirs, or those of somebody who was merged into them. */
  soughtNames: { nameKey: string; dateOfBirth: string } | null
  /** Such an email, in lower case. */
  soughtEmail: string | null
}

/**
 * Finds whom the groups know of these people. Each is looked up by itself, because the plan of a join is wrong while an
 * import adds more people than PostgreSQL has counted.
 */
export async function findAcquainted(scope: ActorScope, sought: readonly Sought[]): Promise<Acquainted[]> {
  const { db, tenant } = scope
  const asked = sought.map(({ groupId, email, nameKey, dateOfBirth }) => ({
    g: groupId,
    e: email?.toLowerCase() ?? null,
    n: nameKey,
    d: dateOfBirth,
  }))
  const named = { nameKey: sql`w.n`, dateOfBirth: sql`w.d`, known: sql<SqlBool>`m.group_id = w.g` }
  const { rows } = await sql<Acquainted>`
    with w as materialized (
      select distinct g, e, n, d from json_to_recordset(${JSON.stringify(asked)}::json) as a (g uuid, e text, n text, d date)
    ), known as (
      select w.g, h.subject_id, w.n, w.d, null::text as e
      from w cross join lateral ${holdersOf(scope, { by: 'names', ...named })} h
      union all
      select w.g, h.subject_id, null, null, w.e
      from w cross join lateral ${holdersOf(scope, { by: 'email', emailKey: sql`w.e` })} h
    )
    select distinct k.g as "groupId", k.subject_id as "subjectId", i.email, to_char(i.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth",
      m.name_key as "nameKey", i.last_name as "lastName", i.local_id as "localId",
      case when k.n is not null then jsonb_build_object('nameKey', k.n, 'dateOfBirth', to_char(k.d, 'YYYY-MM-DD')) end as "soughtNames",
      k.e as "soughtEmail"
    from known k cross join lateral (
      select name_key from subject_groups
      where tenant_id = ${tenant.id} and subject_id = k.subject_id and group_id = k.g offset 0
    ) m cross join lateral (
      select email, date_of_birth, first_name, last_name, local_id from subject_identities
      where tenant_id = ${tenant.id} and subject_id = k.subject_id offset 0
    ) i
  `.execute(db)
  return rows
}

/** An ID of people of a group: a local ID, folded, or an NHS number. */
export interface SoughtId {
  groupId: string
  kind: 'localId' | 'nhsNumber'
  id: string
}

/** Somebody of a group who has an ID, or into whom somebody was merged who had it. */
export interface IdHolder extends SoughtId, KnownAs {
  subjectId: string
  isFormer: boolean
}

/** Finds which people of the groups are known by these IDs. */
export async function findIdHolders(scope: ActorScope, sought: readonly SoughtId[]): Promise<IdHolder[]> {
  const { db, tenant } = scope
  const keys: Record<SoughtId['kind'], SoughtKey> = {
    localId: { by: 'localId', localId: sql`w.id`, groupId: sql`w.g` },
    nhsNumber: { by: 'nhsNumber', nhsNumber: sql`w.id` },
  }
  const found = Object.entries(keys).map(
    ([kind, key]) => sql`
      select w.g, w.kind, w.id, h.subject_id, h.is_former
      from w cross join lateral ${holdersOf(scope, key)} h where w.kind = ${kind}`,
  )
  const { rows } = await sql<IdHolder>`
    with w as materialized (
      select distinct g, kind, id from json_to_recordset(${JSON.stringify(
        sought.map(({ groupId, ...of }) => ({ g: groupId, ...of })),
      )}::json) as a (g uuid, kind text, id text)
    ), known as (${sql.join(found, sql` union all `)})
    select k.g as "groupId", k.kind, k.id, k.subject_id as "subjectId", bool_and(k.is_former) as "isFormer", m.name_key as "nameKey",
      i.last_name as "lastName", to_char(i.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth"
    from known k cross join lateral (
      select name_key from subject_groups where tenant_id = ${tenant.id} and subject_id = k.subject_id and group_id = k.g offset 0
    ) m cross join lateral (
      select first_name, last_name, date_of_birth from subject_identities
      where tenant_id = ${tenant.id} and subject_id = k.subject_id offset 0
    ) i
    group by k.g, k.kind, k.id, k.subject_id, m.name_key, i.first_name, i.last_name, i.date_of_birth
  `.execute(db)
  return rows
}

/** Locks subjects against merging until the transaction ends, and returns those that still have an identity. */
export async function holdSubjects({ db, tenant }: ActorScope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await sql`
    select from subjects where tenant_id = ${tenant.id} and id = any(${ids}::uuid[]) order by id for key share
  `.execute(db)
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from subject_identities where tenant_id = ${tenant.id} and subject_id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The details that files tell of people. */
export type ImportedDetails = Omit<PersonDetails, 'consent'>

/** A statement has at most 65,535 values. */
const wordsAtOnce = 5000

/** A new person with the rows of their words. */
export interface NewPerson {
  id: string
  group_id: string
  organisation_id: string
  email: string | null
  date_of_birth: string
  first_name: string | null
  last_name: string
  local_id: string | null
  name_key: string
  words: readonly { word: string; whole: string | null }[]
  details: ImportedDetails | null
}

/** Stores new people with their words, details and events, a statement for each table. */
export async function insertPeople(scope: ActorScope, people: readonly NewPerson[]): Promise<void> {
  const { db, tenant } = scope
  if (people.length === 0) return
  const tenant_id = tenant.id
  const placed = people.map(({ id, group_id, organisation_id }) => ({
    tenant_id,
    subject_id: id,
    group_id,
    organisation_id,
  }))
  await db
    .insertInto('subjects')
    .values(placed.map(({ subject_id: id, ...place }) => ({ ...place, id, kind: 'human' as const })))
    .execute()
  const identities = people.map(({ id, group_id, email, date_of_birth, first_name, last_name, local_id }) => ({
    tenant_id,
    subject_id: id,
    group_id,
    email,
    date_of_birth,
    first_name,
    last_name,
    local_id,
  }))
  await db.insertInto('subject_identities').values(identities).execute()
  const groups = people.map(({ name_key }, at) => ({
    ...(placed[at] as (typeof placed)[number]),
    name_key,
    is_home: true,
    is_first_of_organisation: true,
  }))
  await db.insertInto('subject_groups').values(groups).execute()
  const words = people.flatMap(({ words: own }, at) =>
    own.map((row) => ({ ...row, ...(placed[at] as (typeof placed)[number]) })),
  )
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    await db
      .insertInto('subject_words')
      .values(words.slice(at, at + wordsAtOnce))
      .execute()
  }
  const details = people.flatMap(({ id, details: known }) => {
    if (known === null) return []
    const { telephones, address, guardian, nhsNumber, unit, ...others } = known
    return [
      {
        tenant_id,
        subject_id: id,
        ...others,
        telephones: telephones && JSON.stringify(telephones),
        address: address && JSON.stringify(address),
        guardian: guardian && JSON.stringify(guardian),
        nhs_number: nhsNumber,
        unit: unit?.name ?? null,
        room: unit?.room ?? null,
      },
    ]
  })
  if (details.length > 0) await db.insertInto('subject_details').values(details).execute()
  await recordDoneToAll(
    scope,
    'subject.created',
    people.map(({ id }) => id),
  )
}

/**
 * Erases the identities of those of these people of the actor's scope who are as they were made and whom nothing else uses, each with an event,
 * and returns their ids. Voided tests of imports stay with a person who has none any more.
 */
export async function eraseUnused(scope: ActorScope, subjectIds: readonly string[]): Promise<string[]> {
  const { db, tenant } = scope
  // Whoever is being tested at this time is waited for. Only the statement behind sees what was stored meanwhile.
  await sql`
    select from subjects where tenant_id = ${tenant.id} and id = any(${subjectIds}::uuid[]) order by id for update
  `.execute(db)
  const { rows } = await sql<{ id: string }>`
    select s.id from subjects s
    where s.tenant_id = ${tenant.id} and s.id = any(${subjectIds}::uuid[]) and s.version = 1 and s.user_id is null
      and ${subjectInActorScope(scope, 's')}
      and not ${isUsed(scope)}
    order by s.id
  `.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return ids
  await sql`delete from subject_details where tenant_id = ${tenant.id} and subject_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from subject_identities where tenant_id = ${tenant.id} and subject_id = any(${ids}::uuid[])`.execute(
    db,
  )
  await sql`
    update subjects set version = version + 1, updated_at = now() where tenant_id = ${tenant.id} and id = any(${ids}::uuid[])
  `.execute(db)
  await recordDoneToAll(scope, 'subject.changed', ids, {
    fields: ['email', 'firstName', 'lastName', 'dateOfBirth', 'localId'],
  })
  return ids
}
