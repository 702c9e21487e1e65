import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { figuresQuery } from '../figures.ts'
import { historyEndpoint } from '../history.ts'
import { address } from '../rules/address.ts'
import { npi } from '../rules/npi-and-clia.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'
import { dataOf, emptyIsNull, optionalProse, optionalText, text } from '../schema.ts'
import { standingEndpoints } from '../standing.ts'
import { ifMatch } from '../versions.ts'
import { organisationListItem, seeOrganisations } from './organisation-list.ts'

/** The body of the form of an organisation. The countries of the telephone and of the address must be the tenant's. */
export const organisationForm = z.strictObject({
  name: text(100),
  description: optionalProse(500),
  location: optionalText(255),
  /** A landline or a mobile. If it is left out, it stays: pages that were loaded before telephones existed send none. */
  phone: z.optional(z.nullable(typedPhone)),
  npi: emptyIsNull(npi),
  address: z._default(z.nullable(address), null),
})
export type OrganisationForm = z.infer<typeof organisationForm>

const organisation = z.extend(organisationListItem, {
  /** Formatted for reading, with its country and spaces, such as `+44 20 7946 0018`. */
  phone: z.nullable(z.string()),
  npi: z.nullable(z.string()),
  address: organisationForm.shape.address,
  /** The number of open sessions, which a suspension would end. Null for actors who may not suspend it. */
  openSessions: z.nullable(z.int()),
})
export type Organisation = z.infer<typeof organisation>

/** Requires view-orgs for any organisation of the actor's scope; without it, only one's own is visible (spec §6). */
export const getOrganisation = endpoint('getOrganisation', 'GET /organisations/{id}', {
  summary: 'One organisation',
  requires: seeOrganisations,
  forTokens: true,
  whenEntered: 'read',
  query: z.strictObject(figuresQuery),
  replies: { 200: dataOf(organisation) },
})

/**
 * Creates an organisation. 409 `duplicate` at `name` if the tenant has one of that name; 422 at the field for a
 * telephone or an address that the tenant does not accept.
 */
export const createOrganisation = endpoint('createOrganisation', 'POST /organisations', {
  summary: 'Create an organisation',
  requires: { rule: 'mayKeepOrganisations' },
  headers: doneOncePerKey,
  body: organisationForm,
  replies: { 201: dataOf(organisation), 200: dataOf(organisation) },
  audit: 'organisation.created',
})

export const updateOrganisation = endpoint('updateOrganisation', 'PUT /organisations/{id}', {
  summary: 'Change an organisation',
  requires: { anyOf: ['edit-orgs'] },
  headers: ifMatch,
  body: organisationForm,
  replies: { 200: dataOf(organisation) },
  audit: 'organisation.changed',
})

/**
 * Suspending logs out all members of the organisation at once and blocks their logins; no tests are recorded and nobody
 * is invited there.
 */
export const { suspend: suspendOrganisation, reactivate: reactivateOrganisation } = standingEndpoints({
  name: 'Organisation',
  path: 'organisations',
  audit: 'organisation',
  inWords: 'an organisation',
  requires: { rule: 'mayKeepOrganisations' },
  reply: dataOf(organisation),
})

export const listOrganisationHistory = historyEndpoint({
  name: 'Organisation',
  path: 'organisations',
  inWords: 'an organisation',
  shows: ['organisation.created', 'organisation.changed', 'organisation.suspended', 'organisation.reactivated'],
  whenEntered: 'read',
})
