import { v7 as newId } from 'uuid'
import type { Query, Reply } from '../../contract/endpoint.ts'
import type {
  getOrganisation as oneEndpoint,
  Organisation,
  OrganisationForm,
} from '../../contract/organisations/endpoints.ts'
import type { listOrganisations as listEndpoint } from '../../contract/organisations/organisation-list.ts'
import { mayKeepOrganisations } from '../../contract/permissions/can.ts'
import type { Address } from '../../contract/rules/address.ts'
import { recordDone } from '../access/audit/audit.ts'
import { makeChange, makeStanding, type WantedStanding } from '../access/changing/changes.ts'
import { figuresOf } from '../access/listing/figures.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { found } from '../platform/failure.ts'
import { closeSessionsOfOrganisation, countOpenSessionsOf } from '../session/service.ts'
import { readPlacePhone, requireFittingAddress } from '../tenants/service.ts'
import {
  countInOrganisations,
  findOrganisationRow,
  insertOrganisation,
  listOrganisationRows,
  updateOrganisationRow,
  updateOrganisationStanding,
  type OrganisationFields,
} from './repository.ts'

export { seenOrganisations } from './repository.ts'

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
  const { streetAddress, streetAddress2, city, state, county, country, postcode, ...organisation } = row
  const address = { streetAddress, streetAddress2, city, state, county, country, postcode }
  const figures = await figuresOf(scope, [row], tests_since, countInOrganisations)
  const mayKeep = mayKeepOrganisations({ ...scope.actor, features: scope.tenant.features })
  return {
    ...organisation,
    // Stored addresses have passed the rules of an address.
    address: country === null ? null : (address as Address),
    figures: figures(row.id),
    openSessions: mayKeep ? await countOpenSessionsOf(scope, row.id) : null,
  }
}

/**
 * Creates an organisation with this id. Throws `duplicate` at the name, and `validation` for a telephone or an address
 * that the tenant does not accept.
 */
export async function createOrganisation(scope: ActorScope, form: OrganisationForm, id: string): Promise<Organisation> {
  await requireFittingAddress(scope, 'address', form.address)
  const phone = await readPlacePhone(scope, form.phone, null)
  return getOrganisation(scope, await addOrganisation(scope, { ...form, phone }, id))
}

/**
 * Adds an organisation with a checked telephone and address, also to a tenant that has no users yet. Throws `duplicate`
 * at the name.
 */
export async function addOrganisation(scope: Scope, form: CheckedForm, id = newId()): Promise<string> {
  await insertOrganisation(scope, id, flat(form))
  await recordDone(scope, 'organisation.created', id)
  return id
}

/**
 * Changes an organisation. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at the name
 * and `validation`.
 */
export async function updateOrganisation(
  scope: ActorScope,
  id: string,
  version: number,
  form: OrganisationForm,
): Promise<Organisation> {
  const row = asSeen(await findOrganisationRow(scope, id, { lock: true }), version)
  const to = flat({ ...form, phone: await readPlacePhone(scope, form.phone, row.phone) })
  const { id: _, status: _status, version: _version, ...from } = row
  await makeChange(scope, 'organisation.changed', { id, from, to }, async () => {
    await requireFittingAddress(scope, 'address', form.address)
    await updateOrganisationRow(scope, id, to)
  })
  return getOrganisation(scope, id)
}

/**
 * Suspends an organisation, which logs its people out, or reactivates it; does nothing when it is already so. Throws
 * `not-found`, and `stale-version` when a version is given and outdated.
 */
export async function setStandingOfOrganisation(
  scope: ActorScope,
  id: string,
  wanted: WantedStanding,
): Promise<Organisation> {
  const row = await findOrganisationRow(scope, id, { lock: true })
  await makeStanding(scope, 'organisation', row, wanted, async () => {
    await updateOrganisationStanding(scope, id, wanted.status)
    if (wanted.status === 'suspended') await closeSessionsOfOrganisation(scope, id)
  })
  return getOrganisation(scope, id)
}

/** A form whose telephone was read as the tenant's countries write it. */
type CheckedForm = Omit<OrganisationForm, 'phone'> & Pick<Organisation, 'phone'>

/** Puts the parts of the address beside the other fields, as they are stored and shown in the audit trail. */
function flat({ name, description, location, phone, npi, address }: CheckedForm): OrganisationFields {
  const parts = { streetAddress: null, streetAddress2: null, city: null, state: null, county: null }
  return { name, description, location, phone, npi, ...parts, country: null, postcode: null, ...address }
}
