import { v7 as newId } from 'uuid'
import type { Organisation, OrganisationForm } from '../../contract/organisations/endpoints.ts'
import type { Standing } from '../../contract/standing.ts'
import type { Scope } from '../access/scope.ts'
import { isNameTaken } from '../access/changing/taken-name.ts'
import { touched } from '../access/changing/touched.ts'
import { isChanged } from '../platform/database.ts'

/** An organisation's form as it is stored, with the telephone parsed. */
export type OrganisationFields = Omit<OrganisationForm, 'phone'> & Pick<Organisation, 'phone'>

/** Inserts an organisation. Returns undefined when the tenant has one of that name. */
export async function insertOrganisation(scope: Scope, form: OrganisationFields): Promise<string | undefined> {
  if (await isNameTaken(scope, 'organisations', { name: form.name })) return undefined
  const inserted = await scope.db
    .insertInto('organisations')
    .values({ tenant_id: scope.tenant.id, id: newId(), ...columnsOf(form) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Changes an organisation. Returns false when the tenant has another of that name, after which the transaction must be
 * rolled back.
 */
export async function updateOrganisationRow(scope: Scope, id: string, form: OrganisationFields): Promise<boolean> {
  if (await isNameTaken(scope, 'organisations', { id, name: form.name })) return false
  return await isChanged(
    scope.db
      .updateTable('organisations')
      .set({ ...columnsOf(form), ...touched() })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
}

export async function updateOrganisationStanding(scope: Scope, id: string, status: Standing): Promise<void> {
  await scope.db
    .updateTable('organisations')
    .set({ status, ...touched() })
    .where('id', '=', id)
    .execute()
}

function columnsOf({ name, description, location, phone, npi, address }: OrganisationFields) {
  return {
    name,
    description,
    location,
    phone,
    npi,
    street_address: address?.streetAddress ?? null,
    street_address_2: address?.streetAddress2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    county: address?.county ?? null,
    country: address?.country ?? null,
    postcode: address?.postcode ?? null,
  }
}
