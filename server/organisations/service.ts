import type { Query, Reply } from '../../contract/endpoint.ts'
import type {
  getOrganisation as oneEndpoint,
  listOrganisationHistory as historyEndpoint,
  Organisation,
  OrganisationForm,
} from '../../contract/organisations/endpoints.ts'
import type { listOrganisations as listEndpoint } from '../../contract/organisations/organisation-list.ts'
import { mayKeepOrganisations } from '../../contract/permissions/can.ts'
import type { Address } from '../../contract/rules/address.ts'
import { refusedPart } from '../../contract/rules/address-terms.ts'
import type { Standing } from '../../contract/standing.ts'
import { listUsCounties } from '../assays/service.ts'
import { recordAudit } from '../access/audit/audit.ts'
import { figuresOf } from '../access/listing/figures.ts'
import { listHistory } from '../access/audit/history.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { duplicate, found, invalid } from '../platform/failure.ts'
import { closeSessionsOfOrganisation, countOpenSessionsOf } from '../session/service.ts'
import { readPlacePhone } from '../tenants/service.ts'
import {
  insertOrganisation,
  updateOrganisationRow,
  updateOrganisationStanding,
  type OrganisationFields,
} from './changes-repository.ts'
import {
  countInOrganisations,
  findAddressTerms,
  findOrganisationRow,
  listOrganisationRows,
  type OrganisationRow,
} from './repository.ts'

export async function listOrganisations(
  scope: ActorScope,
  { tests_since, ...query }: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listOrganisationRows(scope, query)
  const figures = await figuresOf(scope, items, tests_since, countInOrganisations)
  return {
    data: items.map(({ name_key: _, ...row }) => ({ ...row, figures: figures(row.id) })),
    page,
  }
}

/** Throws `not-found`, also for an organisation that the actor does not see. */
export async function getOrganisation(
  scope: ActorScope,
  organisationId: string,
  { tests_since }: Query<typeof oneEndpoint> = {},
): Promise<Organisation> {
  const row = found(await findOrganisationRow(scope, organisationId))
  const figures = await figuresOf(scope, [row], tests_since, countInOrganisations)
  const mayKeep = mayKeepOrganisations({ ...scope.actor, features: scope.tenant.features })
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    location: row.location,
    status: row.status,
    phone: row.phone,
    npi: row.npi,
    address: addressOf(row),
    figures: figures(row.id),
    openSessions: mayKeep ? await countOpenSessionsOf(scope, row.id) : null,
    version: row.version,
  }
}

/** Throws `duplicate` at the name, and `validation` for a telephone or an address that the tenant does not accept. */
export async function createOrganisation(scope: ActorScope, form: OrganisationForm): Promise<Organisation> {
  await requireFittingAddress(scope, form.address)
  const phone = await readPlacePhone(scope, form.phone, null)
  return getOrganisation(scope, await addOrganisation(scope, { ...form, phone }))
}

/**
 * Adds an organisation with a checked telephone and address, also to a tenant that has no users yet. Throws `duplicate`
 * at the name.
 */
export async function addOrganisation(scope: Scope, form: OrganisationFields): Promise<string> {
  const id = await insertOrganisation(scope, form)
  if (id === undefined) throw duplicate('name', 'nameTaken')
  await recordAudit(scope, { action: 'organisation.created', resourceType: 'organisation', resourceId: id })
  return id
}

/**
 * Changes an organisation. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at the name
 * and `validation`.
 */
export async function updateOrganisation(
  scope: ActorScope,
  organisationId: string,
  version: number,
  form: OrganisationForm,
): Promise<Organisation> {
  const row = asSeen(await findOrganisationRow(scope, organisationId, { lock: true }), version)
  const fields = { ...form, phone: await readPlacePhone(scope, form.phone, row.phone) }
  const [from, to] = [flat(fieldsOf(row)), flat(fields)]
  if (JSON.stringify(from) === JSON.stringify(to)) return getOrganisation(scope, organisationId)
  await requireFittingAddress(scope, form.address)
  if (!(await updateOrganisationRow(scope, organisationId, fields))) throw duplicate('name', 'nameTaken')
  await recordAudit(scope, {
    action: 'organisation.changed',
    resourceType: 'organisation',
    resourceId: organisationId,
    details: { from, to },
  })
  return getOrganisation(scope, organisationId)
}

/**
 * Suspends an organisation, which logs its people out, or reactivates it; does nothing when it is already so. Throws
 * `not-found`, and `stale-version` when a version is given and outdated.
 */
export async function setStandingOfOrganisation(
  scope: ActorScope,
  organisationId: string,
  { status, version }: { status: Standing; version: number | undefined },
): Promise<Organisation> {
  const row = asSeen(await findOrganisationRow(scope, organisationId, { lock: true }), version)
  if (row.status === status) return getOrganisation(scope, organisationId)
  await updateOrganisationStanding(scope, organisationId, status)
  if (status === 'suspended') await closeSessionsOfOrganisation(scope, organisationId)
  await recordAudit(scope, {
    action: status === 'suspended' ? 'organisation.suspended' : 'organisation.reactivated',
    resourceType: 'organisation',
    resourceId: organisationId,
  })
  return getOrganisation(scope, organisationId)
}

/** Lists the changes of an organisation, the latest first. Throws `not-found`. */
export async function listOrganisationHistory(
  scope: ActorScope,
  organisationId: string,
  query: Query<typeof historyEndpoint>,
): Promise<Reply<typeof historyEndpoint>> {
  found(await findOrganisationRow(scope, organisationId))
  return listHistory(scope, { resourceType: 'organisation', resourceId: organisationId }, query)
}

/**
 * Throws `validation` for a country or a postcode that the tenant does not accept, and for a county that its state does
 * not have.
 */
async function requireFittingAddress(scope: ActorScope, address: Address | null): Promise<void> {
  if (address === null) return
  const refused = refusedPart(address, await findAddressTerms(scope))
  if (refused !== undefined) throw invalid(`address.${refused.part}`, refused.phrase)
  const { state, county } = address
  if (state === null || county === null) return
  if (!listUsCounties(state).some(({ name }) => name === county)) throw invalid('address.county', 'choice')
}

function addressOf(row: OrganisationRow): Address | null {
  // Stored addresses have passed the rules of an address.
  const country = row.country as Address['country'] | null
  if (country === null) return null
  return {
    streetAddress: row.street_address,
    streetAddress2: row.street_address_2,
    city: row.city,
    state: row.state as Address['state'],
    county: row.county,
    country,
    postcode: row.postcode,
  }
}

function fieldsOf(row: OrganisationRow): OrganisationFields {
  const { name, description, location, phone, npi } = row
  return { name, description, location, phone, npi, address: addressOf(row) }
}

/** Flattens an organisation for the audit trail. */
function flat({ name, description, location, phone, npi, address }: OrganisationFields) {
  const { streetAddress, streetAddress2, city, state, county, country, postcode } = address ?? {}
  const places = { streetAddress, streetAddress2, city, state, county, country, postcode }
  const parts = Object.entries({ name, description, location, phone, npi, ...places })
  return Object.fromEntries(parts.map(([field, value]) => [field, value ?? null]))
}
