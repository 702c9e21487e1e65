import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { Organisation, OrganisationForm } from '../../contract/organisations/endpoints.ts'
import type { listOrganisations, organisationList } from '../../contract/organisations/organisation-list.ts'
import type { Standing } from '../../contract/standing.ts'
import type { Address } from '../../contract/rules/address.ts'
import { organisationInActorScope, userInActorScope } from '../access/actor-predicate.ts'
import { testsAt, type Counted } from '../access/listing/figures.ts'
import { capOf, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { storeNamed } from '../access/changing/taken-name.ts'
import { touched } from '../access/changing/touched.ts'
import { isFoundBy } from '../access/listing/word-search.ts'

/** Selects the organisations that the actor sees: all of their scope with view-orgs, otherwise their own (spec §6). */
export function seenOrganisations(scope: ActorScope) {
  const { actor, db } = scope
  return db
    .selectFrom('organisations as o')
    .where(organisationInActorScope(scope, 'o.id'))
    .$if(!actor.permissions.includes('view-orgs'), (query) => query.where('o.id', '=', actor.organisationId))
}

type ListQuery = Omit<Query<typeof listOrganisations>, 'tests_since'>

/** Reads a page of the organisations that the actor sees and that match the filter. */
export async function listOrganisationRows(scope: ActorScope, query: ListQuery) {
  const { db } = scope
  const page = orders.page(query)
  let found = seenOrganisations(scope)
  if (query.status !== undefined) found = found.where('o.status', '=', query.status)
  if (query.search) found = found.where(await isFoundBy(scope, 'organisation_words', 'o.id', query.search))
  const rows = found
    .select(['o.id', 'o.name', 'o.name_key', 'o.description', 'o.location', 'o.status', 'o.version'])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(db, { rows, matching: found.select('o.id'), cap: capOf(query) })
}

interface Keys {
  id: string
  name_key: string
}

const id: KeyColumn<Keys> = { column: sql.ref('o.id'), type: 'uuid', valueOf: (row) => row.id }

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof organisationList, Keys>({
  name: [{ column: sql.ref('o.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  created_at: [id],
})

/** Finds an organisation that the actor sees; with `lock`, nobody else can change it until the transaction ends. */
export async function findOrganisationRow(scope: ActorScope, organisationId: string, { lock = false } = {}) {
  return seenOrganisations(scope)
    .where('o.id', '=', organisationId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .select(['o.id', 'o.name', 'o.description', 'o.location', 'o.phone', 'o.npi', 'o.status', 'o.version'])
    .select(['o.street_address as streetAddress', 'o.street_address_2 as streetAddress2', 'o.city', 'o.state'])
    .select(['o.county', 'o.country', 'o.postcode'])
    .executeTakeFirst()
}

/**
 * Counts the people of these organisations and their tests since an instant, as far as the actor sees them. Reads the
 * rows of these organisations alone, by index.
 */
export async function countInOrganisations(scope: ActorScope, ids: readonly string[], since: string) {
  const tenantId = scope.tenant.id
  const { rows } = await sql<Counted>`
    select p.id, u.users, r.total, r.conclusive, r.positive
    from unnest(${ids}::uuid[]) as p (id)
    cross join lateral (
      select count(*)::int as users from users as u
      where u.tenant_id = ${tenantId} and u.organisation_id = p.id and u.status <> 'deleted'
        and ${userInActorScope(scope, 'u')}
    ) as u
    cross join lateral (${testsAt(scope, 'organisation_id', since)}) as r
  `.execute(scope.db)
  return rows
}

/** An organisation's form as it is stored: the telephone parsed, and each part of the address beside the others. */
export type OrganisationFields = Omit<OrganisationForm, 'phone' | 'address'> &
  Pick<Organisation, 'phone'> & { [Part in keyof Address]: string | null }

/** Inserts an organisation. Throws `duplicate` at the name. */
export async function insertOrganisation(scope: Scope, id: string, form: OrganisationFields): Promise<void> {
  const row = { tenant_id: scope.tenant.id, id, ...columnsOf(form) }
  await storeNamed(scope, 'organisations', { name: form.name }, scope.db.insertInto('organisations').values(row))
}

/** Changes an organisation. Throws `duplicate` at the name. */
export async function updateOrganisationRow(scope: Scope, id: string, form: OrganisationFields): Promise<void> {
  const change = scope.db.updateTable('organisations').set({ ...columnsOf(form), ...touched() })
  await storeNamed(scope, 'organisations', { id, name: form.name }, change.where('id', '=', id))
}

export async function updateOrganisationStanding({ db }: Scope, id: string, status: Standing): Promise<void> {
  await db
    .updateTable('organisations')
    .set({ status, ...touched() })
    .where('id', '=', id)
    .execute()
}

function columnsOf({ streetAddress, streetAddress2, ...fields }: OrganisationFields) {
  return { ...fields, street_address: streetAddress, street_address_2: streetAddress2 }
}
