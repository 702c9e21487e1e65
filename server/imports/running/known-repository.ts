import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Analyte } from '../../../contract/assays/assay.ts'
import type { PersonFacts } from '../../../contract/imports/person-facts.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { groupInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { subjectNow } from '../../access/subject-now.ts'
import type { KnownAs } from '../../subjects/columns.ts'

/** A group that the answers of a file name, as the importer reaches it. */
export interface AnsweredGroup {
  id: string
  name: string
  organisationId: string
  isSuspended: boolean
}

/** Finds groups of the actor's scope, those with these ids or all. */
export async function findGroups(scope: ActorScope, ids?: readonly string[]): Promise<AnsweredGroup[]> {
  const rows = await scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where(groupInActorScope(scope, 'g'))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`g.id = any(${ids ?? []}::uuid[])`))
    .select(['g.id', 'g.name', 'g.organisation_id as organisationId'])
    .select(sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('isSuspended'))
    .orderBy('g.id')
    .limit(5000)
    .execute()
  return rows
}

/** A kit that the answers of a file name, in its present version. */
export interface AnsweredKit {
  id: string
  version: number
  name: string
  manufacturer: string | null
  model: string | null
  analytes: Analyte[]
  specimens: { name: string; snomed: string | null }[]
  offeredResults: Result[]
  retiredAt: Date | null
  /** The organisations that may use it; null for all. */
  organisationIds: string[] | null
}

/** Finds kits of the tenant, those with these ids or all. */
export async function findKits(scope: Scope, ids?: readonly string[]): Promise<AnsweredKit[]> {
  return await scope.db
    .selectFrom('assays as a')
    .innerJoin('assay_versions as v', (join) =>
      join.onRef('v.assay_id', '=', 'a.id').onRef('v.version', '=', 'a.version'),
    )
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`a.id = any(${ids ?? []}::uuid[])`))
    .select(['a.id', 'v.version', 'v.name', 'v.manufacturer', 'v.model', 'v.analytes', 'v.specimens'])
    .select([
      'v.offered_results as offeredResults',
      'a.retired_at as retiredAt',
      'a.organisation_ids as organisationIds',
    ])
    .orderBy('a.id')
    .limit(5000)
    .execute()
}

/** Returns the secret of the tenant's keys, which is made with the first import. */
export async function secretOf({ db, tenant }: Scope): Promise<string> {
  const read = () => db.selectFrom('import_secrets').select('secret').executeTakeFirst()
  const found = await read()
  if (found !== undefined) return found.secret
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('import_secrets')
    .values({ tenant_id: tenant.id, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.secret ?? secret
}

/** A test that a file made before, with what its record says. */
export interface KnownTest {
  key: string
  /** Null for a test that the file itself makes. */
  recordId: string | null
  isUnchanged: boolean
  /** False once it was voided. */
  isLive: boolean
  analyteResults: { analyteId: string; result: Result }[]
}

/** Finds the tests that files have made with these keys. */
export async function findKnownTests({ db, tenant }: Scope, keys: readonly string[]): Promise<Map<string, KnownTest>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<KnownTest>`
    select k.key, r.id as "recordId", r.state <> 'voided' as "isLive", r.analyte_results as "analyteResults",
      not exists (select from test_record_versions v where v.tenant_id = ${tenant.id} and v.test_record_id = r.id) as "isUnchanged"
    from imported_tests k join test_records r on r.tenant_id = ${tenant.id} and r.id = k.record_id
    where k.tenant_id = ${tenant.id} and k.key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Somebody whom a file has made, or into whom such a person was merged, with what tells them from a namesake. */
export interface MadePerson extends KnownAs {
  /** The key that was sought, which people of one name and date of birth share, and their own. */
  sought: string
  key: string
  subjectId: string
  /** The import that has made them, which is none once it is undone. */
  importId: string
  /** True if the key is that of somebody who was merged into them. */
  isFormer: boolean
  localId: string | null
  email: string | null
  /** Hashes of what files have told of them. */
  facts: PersonFacts
}

/** Finds the people whom files have made with these keys. Each is looked up by itself: where tables were small when they were last analysed, joined ones took half a minute. */
export async function findMadePeople({ db, tenant }: Scope, keys: readonly string[]): Promise<MadePerson[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<MadePerson>`
    select w.key as sought, k.key, s.id as "subjectId", case when exists (
        select from import_matches x where x.tenant_id = ${tenant.id} and x.import_id = k.import_id and x.subject_id = k.subject_id
      ) then ${noImport} else k.import_id end as "importId", m.subject_id is not null as "isFormer",
      s.local_id as "localId", s.email, k.facts, s.last_name as "lastName", s.name_key as "nameKey",
      to_char(s.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth"
    from unnest(${keys}::text[]) as w (key) cross join lateral (
      select key, subject_id, import_id, facts from imported_people
      where tenant_id = ${tenant.id} and key >= w.key collate "C" and key < w.key || ${afterNumbers} collate "C" offset 0
    ) k left join lateral (
      select subject_id from merged_subjects where tenant_id = ${tenant.id} and id = k.subject_id offset 0
    ) m on true cross join lateral (
      select p.id, i.local_id, i.email, i.last_name, i.date_of_birth, g.name_key from subjects p
      join subject_identities i on i.tenant_id = ${tenant.id} and i.subject_id = p.id
      join subject_groups g on g.tenant_id = ${tenant.id} and g.subject_id = p.id and g.is_home
      where p.tenant_id = ${tenant.id} and p.id = ${subjectNow('k.subject_id')} offset 0
    ) s
    order by k.key
  `.execute(db)
  return rows
}

/** Keys of people with the same names and date of birth are one key, with the number of each but the first behind it. */
const beforeNumber = '~'
const afterNumbers = '\u007f'

/** Returns the key of one of several people whose names and date of birth have this key. */
export function keyOfNamesake(key: string, number: number): string {
  return number === 0 ? key : `${key}${beforeNumber}${number}`
}

/** Returns which of several people a key is of, counted from 0. */
export function numberOfNamesake(key: string): number {
  return Number(key.split(beforeNumber)[1] ?? 0)
}

/** Returns the key of names and date of birth in the key of one of several people. */
export function keyWithoutNumber(key: string): string {
  return key.split(beforeNumber)[0] ?? key
}

/** A test or a person whom an import has made, with the key by which files know it. */
export interface Made {
  key: string
  id: string
  /** Hashes of what files have told of a person. */
  facts?: PersonFacts
}

/** Keeps which people and which tests an import has made. */
export async function keepMade(
  { db, tenant }: Scope,
  importId: string,
  { people, tests }: { people: readonly Made[]; tests: readonly Made[] },
): Promise<void> {
  const of = { tenant_id: tenant.id, import_id: importId }
  if (people.length > 0) {
    const rows = people.map(({ key, id, facts = {} }) => ({ ...of, key, subject_id: id, facts: JSON.stringify(facts) }))
    await db.insertInto('imported_people').values(rows).execute()
  }
  if (tests.length === 0) return
  const rows = tests.map(({ key, id }) => ({ ...of, key, record_id: id }))
  await db.insertInto('imported_tests').values(rows).execute()
}

/** The import of keys that no import has made: of what an undone one has left, and of people who were here before. */
export const noImport = '00000000-0000-0000-0000-000000000000'

/** A test of an undone import has a key that no file has: it can be imported again, and is listed with what the import had made. */
export const undoneKey = 'undone '

/** Keeps what files have told of people who were here before, and by which keys files know them. */
export async function keepTold(
  { db, tenant }: Scope,
  told: readonly { key: string; subjectId: string | null; facts: PersonFacts }[],
): Promise<void> {
  const known = told.filter(({ subjectId }) => subjectId !== null)
  if (known.length === 0) return
  await db
    .insertInto('imported_people')
    .values(
      known.map(({ key, subjectId, facts }) => ({
        tenant_id: tenant.id,
        key,
        import_id: noImport,
        subject_id: subjectId ?? '',
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ facts: sql`excluded.facts` }))
    .execute()
}
