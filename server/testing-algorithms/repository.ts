import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type {
  listTestingAlgorithms,
  testingAlgorithmList,
  TestingAlgorithmForm,
} from '../../contract/testing-algorithms/algorithm.ts'
import { storeNamed } from '../access/changing/taken-name.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { Scope } from '../access/scope.ts'

function algorithms({ db }: Scope) {
  return db
    .selectFrom('testing_algorithms as t')
    .innerJoin('testing_algorithm_versions as v', (join) =>
      join.onRef('v.algorithm_id', '=', 't.id').onRef('v.version', '=', 't.version'),
    )
    .select(['t.id', 't.name', 't.name_key', 't.version', 't.retired_at', 'v.steps', 'v.outcomes'])
}

/** Reads a page of the tenant's algorithms in their newest versions. */
export async function listAlgorithmRows(scope: Scope, query: Query<typeof listTestingAlgorithms>) {
  const page = orders.page(query)
  const matching = algorithms(scope).$if(query.status !== undefined, (found) =>
    found.where('t.retired_at', query.status === 'active' ? 'is' : 'is not', null),
  )
  const rows = matching.where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: matching.clearSelect().select('t.id') })
}

const orders = sortedList<typeof testingAlgorithmList, { id: string; name_key: string }>({
  name: [
    { column: sql.ref('t.name_key'), type: 'text', valueOf: (row) => row.name_key },
    { column: sql.ref('t.id'), type: 'uuid', valueOf: (row) => row.id },
  ],
})

/** Finds an algorithm of the tenant in its newest version. */
export async function findAlgorithm(scope: Scope, id: string) {
  return await algorithms(scope).where('t.id', '=', id).executeTakeFirst()
}
export type AlgorithmRow = NonNullable<Awaited<ReturnType<typeof findAlgorithm>>>

/** Locks an algorithm against changes until the transaction ends. */
export async function lockAlgorithm({ db }: Scope, id: string): Promise<void> {
  await db.selectFrom('testing_algorithms').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

/** Finds the present names of test kits; ids that the tenant does not have are left out. */
export async function findAssays({ db }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await db.selectFrom('assays').where('id', 'in', ids).select(['id', 'name', 'retired_at']).execute()
}

/** Inserts an algorithm with its first version. Throws `duplicate` at the name. */
export async function insertAlgorithm(scope: Scope, id: string, form: TestingAlgorithmForm): Promise<void> {
  const { db, tenant } = scope
  const row = { tenant_id: tenant.id, id, name: form.name, retired_at: null }
  await storeNamed(scope, 'testing_algorithms', { name: form.name }, db.insertInto('testing_algorithms').values(row))
  await insertVersion(scope, id, 1, form)
}

/** Makes a new version of an algorithm. Throws `duplicate` at the name. */
export async function updateAlgorithm(
  scope: Scope,
  id: string,
  version: number,
  form: TestingAlgorithmForm,
): Promise<void> {
  const change = scope.db.updateTable('testing_algorithms').set({ name: form.name, version }).where('id', '=', id)
  await storeNamed(scope, 'testing_algorithms', { id, name: form.name }, change)
  await insertVersion(scope, id, version, form)
}

async function insertVersion(
  { db, tenant }: Scope,
  id: string,
  version: number,
  { name, steps, outcomes }: TestingAlgorithmForm,
): Promise<void> {
  await db
    .insertInto('testing_algorithm_versions')
    .values({
      tenant_id: tenant.id,
      algorithm_id: id,
      version,
      name,
      steps: JSON.stringify(steps),
      outcomes: JSON.stringify(outcomes),
    })
    .execute()
}

export async function setRetiredAt({ db }: Scope, id: string, at: Date | null): Promise<void> {
  await db.updateTable('testing_algorithms').set({ retired_at: at }).where('id', '=', id).execute()
}
