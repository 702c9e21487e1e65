import { sql, type SqlBool } from 'kysely'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import type { Assay, listAssays } from '../../contract/assays/assay.ts'
import type { assayList } from '../../contract/assays/assay-list.ts'
import type { Query } from '../../contract/endpoint.ts'
import { assayInActorScope, organisationInActorScope } from '../access/actor-predicate.ts'
import { capOf, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { storeNamed } from '../access/changing/taken-name.ts'
import { changeTenantRow } from '../access/changing/tenant-row.ts'
import { touched } from '../access/changing/touched.ts'
import { isFoundBy } from '../access/listing/word-search.ts'
import { keepInCatalogue } from './catalogue-repository.ts'

function seenAssays(scope: ActorScope) {
  return scope.db.selectFrom('assays as a').where(assayInActorScope(scope, 'a'))
}

/**
 * Adds all columns of an assay, with the organisations that may use it as far as the actor sees them; null means all
 * organisations.
 */
function withOrganisations(scope: ActorScope, query: ReturnType<typeof seenAssays>) {
  return query
    .select(['a.id', 'a.name', 'a.name_key', 'a.manufacturer', 'a.model', 'a.gtin', 'a.analytes', 'a.specimens'])
    .select(['a.offered_results', 'a.read_from_minutes', 'a.read_until_minutes'])
    .select(['a.image_required', 'a.requires_timer', 'a.two_readers', 'a.instructions', 'a.pictures', 'a.meanings'])
    .select(['a.organisation_ids', 'a.retired_at', 'a.taken_from', 'a.version'])
    .select(
      sql<{ id: string; name: string }[] | null>`case when a.organisation_ids is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name_key), '[]')
      from organisations o
      where o.tenant_id = ${scope.tenant.id} and o.id = any(a.organisation_ids)
        and ${organisationInActorScope(scope, 'o.id')}) end`.as('organisations'),
    )
}

/** Reads a page of the assays that the actor sees and that match the filter. */
export async function listAssayRows(scope: ActorScope, query: Query<typeof listAssays>) {
  const page = orders.page(query)
  let found = seenAssays(scope)
  const { status, search, organisation_id: organisationId } = query
  if (status !== undefined) found = found.where('a.retired_at', status === 'active' ? 'is' : 'is not', null)
  if (search) found = found.where(await isFoundBy(scope, 'assay_words', 'a.id', search))
  if (organisationId !== undefined) {
    found = found.where((where) =>
      where.or([
        where('a.organisation_ids', 'is', null),
        sql<SqlBool>`${organisationId}::uuid = any(a.organisation_ids)`,
      ]),
    )
  }
  const rows = withOrganisations(scope, found).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return page.read(scope.db, { rows, matching: found.select('a.id'), cap: capOf(query) })
}

interface Keys {
  id: string
  name_key: string
}

const id: KeyColumn<Keys> = { column: sql.ref('a.id'), type: 'uuid', valueOf: (row) => row.id }

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof assayList, Keys>({
  name: [{ column: sql.ref('a.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  created_at: [id],
})

/** Finds an assay that the actor sees, with its meanings at the organisations that the actor sees. */
export async function findAssayRow(scope: ActorScope, assayId: string) {
  const tenantId = scope.tenant.id
  return withOrganisations(scope, seenAssays(scope))
    .where('a.id', '=', assayId)
    .select(
      sql<Assay['organisationMeanings']>`(
      select coalesce(jsonb_agg(jsonb_build_object(
        'organisation', jsonb_build_object('id', o.id, 'name', o.name), 'meanings', m.meanings) order by o.name_key, o.id), '[]')
      from (
        select distinct on (organisation_id) organisation_id, meanings from assay_organisation_meanings
        where tenant_id = ${tenantId} and assay_id = a.id order by organisation_id, from_version desc) as m
      join organisations o on o.tenant_id = ${tenantId} and o.id = m.organisation_id
      where m.meanings <> '{}' and ${organisationInActorScope(scope, 'o.id')})`.as('organisation_meanings'),
    )
    .executeTakeFirst()
}
export type AssayRow = NonNullable<Awaited<ReturnType<typeof findAssayRow>>>

/** Finds the current names of assays, and the last name that each of their analytes had. */
export async function findNames(
  { db }: Scope,
  ids: readonly string[],
): Promise<Map<string, { name: string; analytes: Map<string, string> }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('assay_versions as v')
    .innerJoin('assays as a', 'a.id', 'v.assay_id')
    .where('a.id', 'in', ids)
    .select(['a.id', 'a.name', 'v.analytes'])
    .orderBy('v.version')
    .execute()
  const names = new Map<string, { name: string; analytes: Map<string, string> }>()
  for (const { id, name, analytes } of rows) {
    const known = names.get(id)?.analytes ?? new Map<string, string>()
    for (const line of analytes) known.set(line.id, line.name)
    names.set(id, { name, analytes: known })
  }
  return names
}

/** Finds the tenant's default assay. With `lock` it stays the default until the transaction ends. */
export async function findDefaultAssayId({ db, tenant }: Scope, { lock = false } = {}): Promise<string | null> {
  const row = await db
    .selectFrom('tenants')
    .where('id', '=', tenant.id)
    .select('assay_id')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row?.assay_id ?? null
}

export async function setDefaultAssay(scope: Scope, assayId: string): Promise<void> {
  await changeTenantRow(scope, { assay_id: assayId })
}

/** Locks an assay against changes until the transaction ends. */
export async function lockAssay({ db }: Scope, assayId: string): Promise<void> {
  await db.selectFrom('assays').where('id', '=', assayId).select('id').forNoKeyUpdate().execute()
}

/** An assay's form as it is stored: analytes have ids and pictures have sizes. */
export type AssayToStore = Omit<
  AssayForm,
  'analytes' | 'instructions' | 'meanings' | 'organisationMeanings' | 'pictures' | 'isDefault'
> & {
  /** Holds only languages with instructions. */
  instructions: Assay['instructions']
  /** Holds only languages and results with a meaning. */
  meanings: Assay['meanings']
  /** Holds sizes, and captions only in the languages that have some. */
  pictures: Assay['pictures']
  analytes: readonly (AssayForm['analytes'][number] & { id: string })[]
}

/** Inserts an assay; a trigger stores its first version. Throws `duplicate` at the name. */
export async function insertAssay(
  scope: Scope,
  id: string,
  assay: AssayToStore,
  takenFrom: Assay['takenFrom'],
): Promise<void> {
  const from = takenFrom && JSON.stringify(takenFrom)
  const row = { tenant_id: scope.tenant.id, id, ...columnsOf(assay), taken_from: from }
  await storeNamed(scope, 'assays', { name: assay.name }, scope.db.insertInto('assays').values(row))
  await keepInCatalogue(scope, id)
}

/** Makes a new version of an assay. Throws `duplicate` at the name. */
export async function updateAssayRow(scope: Scope, id: string, assay: AssayToStore): Promise<void> {
  const change = scope.db.updateTable('assays').set({ ...columnsOf(assay), ...touched() })
  await storeNamed(scope, 'assays', { id, name: assay.name }, change.where('id', '=', id))
  await keepInCatalogue(scope, id)
}

export async function updateRetirement(scope: Scope, assayId: string, isRetired: boolean): Promise<void> {
  await scope.db
    .updateTable('assays')
    .set({ retired_at: isRetired ? scope.now : null, ...touched() })
    .where('id', '=', assayId)
    .execute()
  await keepInCatalogue(scope, assayId)
}

/** Stores the meanings at organisations from a version on. Empty meanings remove the earlier ones. */
export async function insertOrganisationMeanings(
  { db, tenant }: Scope,
  assay: { id: string; version: number },
  said: ReadonlyMap<string, Assay['meanings']>,
): Promise<void> {
  if (said.size === 0) return
  await db
    .insertInto('assay_organisation_meanings')
    .values(
      [...said].map(([organisationId, meanings]) => ({
        tenant_id: tenant.id,
        assay_id: assay.id,
        organisation_id: organisationId,
        from_version: assay.version,
        meanings: JSON.stringify(meanings),
      })),
    )
    .execute()
}

/** Finds the names of these organisations; ids that the tenant does not have are left out. */
export async function findOrganisationNames({ db }: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('organisations').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function columnsOf(assay: AssayToStore) {
  return {
    name: assay.name,
    manufacturer: assay.manufacturer,
    model: assay.model,
    gtin: assay.gtin,
    analytes: JSON.stringify(assay.analytes),
    specimens: JSON.stringify(assay.specimens),
    offered_results: [...assay.offeredResults],
    read_from_minutes: assay.readFromMinutes,
    read_until_minutes: assay.readUntilMinutes,
    image_required: assay.imageRequired,
    requires_timer: assay.requiresTimer,
    two_readers: assay.twoReaders,
    instructions: JSON.stringify(assay.instructions),
    pictures: JSON.stringify(assay.pictures),
    meanings: JSON.stringify(assay.meanings),
    organisation_ids: assay.organisationIds === null ? null : [...new Set(assay.organisationIds)],
  }
}
