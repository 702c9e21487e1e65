import { sql, type SqlBool } from 'kysely'
import type { PersonFacts } from '../../contract/imports/person-facts.ts'
import { detailKinds, type DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { noDetails, type PersonDetails } from '../../contract/subjects/details.ts'
import type { Scope } from '../access/scope.ts'
import { holdersOf } from './holders-repository.ts'

/** Finds all that is stored of a subject beside its identity, also of kinds that the tenant hides by now. */
export async function findDetails(scope: Scope, subjectId: string): Promise<PersonDetails> {
  const [row] = await findDetailsOf(scope, [subjectId])
  return row?.details ?? noDetails
}

/** Finds all that is stored of those subjects of which something is. */
export async function findDetailsOf(
  { db }: Scope,
  subjectIds: readonly string[],
): Promise<{ subjectId: string; details: PersonDetails }[]> {
  const rows = await db
    .selectFrom('subject_details')
    .where(isOneOf(subjectIds))
    .select(['subject_id', 'role', 'unit', 'room', 'sex', 'race', 'ethnicity', 'language', 'telephones'])
    .select(['address', 'guardian', 'nhs_number', 'consent'])
    .execute()
  return rows.map(({ subject_id: subjectId, unit, room, nhs_number: nhsNumber, ...others }) => ({
    subjectId,
    details: { ...others, nhsNumber, unit: unit === null && room === null ? null : { name: unit, room } },
  }))
}

/** Finds what files have told of these people and of those who were merged into them, as hashes; of one person there may be several rows. */
export async function findTold(
  { db, tenant }: Scope,
  subjectIds: readonly string[],
): Promise<{ subjectId: string; facts: PersonFacts }[]> {
  const { rows } = await sql<{ subjectId: string; facts: PersonFacts }>`
    select of.subject_id as "subjectId", p.facts
    from (
      select id as subject_id, id from unnest(${subjectIds}::uuid[]) as s (id)
      union all
      select subject_id, id from merged_subjects where tenant_id = ${tenant.id} and subject_id = any(${subjectIds}::uuid[])
    ) as of
    join imported_people p on p.tenant_id = ${tenant.id} and p.subject_id = of.id
    order by p.key
  `.execute(db)
  return rows
}

/**
 * Finds at most 50 other subjects with this NHS number, or with one that had it merged into them: those that one of these groups knows,
 * or without groups those of the tenant.
 */
export async function findByNhsNumber(
  scope: Scope,
  nhsNumber: string,
  { besides, groupIds }: { besides?: string | undefined; groupIds?: readonly string[] },
): Promise<string[]> {
  const isKnown = sql`exists (
    select from subject_groups m
    where m.tenant_id = ${scope.tenant.id} and m.subject_id = h.subject_id and m.group_id = any(${groupIds ?? []}::uuid[]))`
  const { rows } = await sql<{ id: string }>`
    select distinct h.subject_id as id from ${holdersOf(scope, { by: 'nhsNumber', nhsNumber: sql`${nhsNumber}::text` })} h
    where h.subject_id is distinct from ${besides ?? null}::uuid and ${groupIds === undefined ? sql`true` : isKnown}
    order by h.subject_id limit 50
  `.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** Finds the addresses in the details of these subjects: emails of guardians, and all telephones as E.164. */
export async function addressesInDetails(scope: Scope, subjectIds: readonly string[]): Promise<string[]> {
  const found = await findDetailsOf(scope, subjectIds)
  return found.flatMap(({ details: { guardian, telephones } }) => {
    const phones = [...(telephones ?? []), guardian?.telephone].flatMap((phone) => phone?.number ?? [])
    return [...(guardian?.email ? [guardian.email] : []), ...phones.map((number) => number.replaceAll(/[ -]/g, ''))]
  })
}

/** Stores all details of a subject in place of what was stored before. */
export async function storeDetails({ db, tenant }: Scope, subjectId: string, details: PersonDetails): Promise<void> {
  await db.deleteFrom('subject_details').where('subject_id', '=', subjectId).execute()
  if (knownKinds(details).length === 0) return
  const { role, unit, sex, race, ethnicity, language, telephones, address, guardian, nhsNumber, consent } = details
  await db
    .insertInto('subject_details')
    .values({
      tenant_id: tenant.id,
      subject_id: subjectId,
      role,
      unit: unit?.name ?? null,
      room: unit?.room ?? null,
      sex,
      race,
      ethnicity,
      language,
      telephones: telephones && JSON.stringify(telephones),
      address: address && JSON.stringify(address),
      guardian: guardian && JSON.stringify(guardian),
      nhs_number: nhsNumber,
      consent: consent && JSON.stringify(consent),
    })
    .execute()
}

export async function deleteDetails({ db }: Scope, subjectIds: readonly string[]): Promise<void> {
  await db.deleteFrom('subject_details').where(isOneOf(subjectIds)).execute()
}

/** The kinds of which something is known. */
export function knownKinds(details: PersonDetails): DetailKind[] {
  return detailKinds.filter((kind) => details[kind] !== null)
}

function isOneOf(subjectIds: readonly string[]) {
  return sql<SqlBool>`subject_id = any(${subjectIds}::uuid[])`
}
