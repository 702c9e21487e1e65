import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Analyte } from '../../../contract/assays/assay.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { groupInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'

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
  isUnchanged: boolean
  analyteResults: { analyteId: string; result: Result }[]
}

/** Finds the tests that files have made with these keys. */
export async function findKnownTests({ db, tenant }: Scope, keys: readonly string[]): Promise<Map<string, KnownTest>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<KnownTest>`
    select k.key, r.version = 1 as "isUnchanged", r.analyte_results as "analyteResults"
    from imported_tests k join test_records r on r.tenant_id = ${tenant.id} and r.id = k.record_id
    where k.tenant_id = ${tenant.id} and k.key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Somebody whom a file has made, with what tells them from a namesake. */
export interface MadePerson {
  key: string
  subjectId: string
  localId: string | null
  email: string | null
}

/** Finds the people whom files have made with these keys. */
export async function findMadePeople({ db, tenant }: Scope, keys: readonly string[]): Promise<Map<string, MadePerson>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<MadePerson>`
    select k.key, k.subject_id as "subjectId", i.local_id as "localId", i.email
    from imported_people k
      left join subject_identities i on i.tenant_id = ${tenant.id} and i.subject_id = k.subject_id
    where k.tenant_id = ${tenant.id} and k.key = any(${keys}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** A test or a person whom an import has made, with the key by which files know it. */
export interface Made {
  key: string
  id: string
}

/** Keeps which people and which tests an import has made. */
export async function keepMade(
  { db, tenant }: Scope,
  importId: string,
  { people, tests }: { people: readonly Made[]; tests: readonly Made[] },
): Promise<void> {
  const of = { tenant_id: tenant.id, import_id: importId }
  if (people.length > 0) {
    const rows = people.map(({ key, id }) => ({ ...of, key, subject_id: id }))
    await db.insertInto('imported_people').values(rows).execute()
  }
  if (tests.length === 0) return
  const rows = tests.map(({ key, id }) => ({ ...of, key, record_id: id }))
  await db.insertInto('imported_tests').values(rows).execute()
}
