import { results } from '../../contract/rules/results.ts'
import type { Standing } from '../../contract/standing.ts'
import type { AssayPlan, GroupPlan, OrganisationPlan, TenantPlan } from './plan.ts'
import type { Random } from './random.ts'

/** A group with its row, whose keys are column names so that it can be inserted as it is. */
export interface PlacedGroup {
  plan: GroupPlan
  organisation: OrganisationPlan
  row: ReturnType<typeof groupRow>
}

export interface PlacedAssay {
  plan: AssayPlan
  row: ReturnType<typeof assayRow>
}

/**
 * Builds the organisations, groups and assays of a tenant, with the meanings of results at some organisations. All were
 * set up at `openedAt`.
 */
export function buildPlaces(plan: TenantPlan, tenantId: string, openedAt: Date, random: Random) {
  const organisations = plan.organisations.map((organisation) => ({
    plan: organisation,
    row: organisationRow(plan, organisation, tenantId, openedAt, random),
  }))
  const groups: PlacedGroup[] = organisations.flatMap(({ plan: organisation, row }) =>
    organisation.groups.map((group) => ({
      plan: group,
      organisation,
      row: groupRow(group, tenantId, row.id, openedAt, random),
    })),
  )
  const assays: PlacedAssay[] = plan.assays.map((assay) => ({
    plan: assay,
    row: assayRow(assay, tenantId, openedAt, random),
  }))
  const assayMeanings = assays.flatMap((assay) =>
    Object.entries(assay.plan.organisationMeanings ?? {}).map(([name, meanings]) => ({
      tenant_id: tenantId,
      assay_id: assay.row.id,
      organisation_id: organisationOf(name),
      from_version: 1,
      meanings,
    })),
  )
  return { organisations: organisations.map(({ row }) => row), groups, assays, assayMeanings }

  function organisationOf(name: string): string {
    const organisation = organisations.find(({ row }) => row.name === name)
    if (organisation === undefined) throw new Error(`The demo has no organisation ${name}`)
    return organisation.row.id
  }
}

/**
 * Builds the suspended organisation and groups of a tenant. They are separate from `buildPlaces` because nothing else
 * of the demo may refer to them.
 */
export function buildClosedPlaces(
  plan: TenantPlan,
  tenantId: string,
  organisations: readonly { id: string }[],
  openedAt: Date,
  random: Random,
) {
  const [first] = plan.organisations
  const [firstRow] = organisations
  if (plan.closed === undefined || first === undefined || firstRow === undefined)
    return { organisations: [], groups: [] }
  const organisation: OrganisationPlan = { ...first, phone: null, npi: null, ...plan.closed.organisation, groups: [] }
  const row = organisationRow(plan, organisation, tenantId, openedAt, random, 'suspended')
  const groups = [
    { of: first, id: firstRow.id, group: plan.closed.group, status: 'suspended' },
    // This group is closed through its organisation and would reopen with it.
    { of: organisation, id: row.id, group: plan.closed.groupOfIt, status: 'active' },
  ] as const
  return {
    organisations: [row],
    groups: groups.map(({ of, id, group, status }): PlacedGroup => {
      const nowhere = { phone: null, labName: null, clia: null, latitude: 0, longitude: 0, weight: 0 }
      const placed = { ...group, ...nowhere }
      return { plan: placed, organisation: of, row: groupRow(placed, tenantId, id, openedAt, random, status) }
    }),
  }
}

function organisationRow(
  plan: TenantPlan,
  organisation: OrganisationPlan,
  tenantId: string,
  at: Date,
  random: Random,
  status: Standing = 'active',
) {
  return {
    tenant_id: tenantId,
    id: random.idAt(at),
    name: organisation.name,
    description: organisation.description,
    location: organisation.location,
    phone: organisation.phone,
    npi: organisation.npi,
    street_address: organisation.streetAddress,
    city: organisation.city,
    state: organisation.state ?? null,
    county: organisation.county,
    country: plan.country,
    postcode: organisation.postcode,
    status,
    created_at: at,
    updated_at: at,
  }
}

function groupRow(
  group: GroupPlan,
  tenantId: string,
  organisationId: string,
  at: Date,
  random: Random,
  status: Standing = 'active',
) {
  return {
    tenant_id: tenantId,
    id: random.idAt(at),
    organisation_id: organisationId,
    name: group.name,
    description: group.description,
    location: group.location,
    phone: group.phone,
    lab_name: group.labName,
    lab_street_address: group.lab?.streetAddress ?? null,
    lab_city: group.lab?.city ?? null,
    lab_state: group.lab?.state ?? null,
    lab_county: group.lab?.county ?? null,
    lab_country: group.lab === undefined ? null : 'US',
    lab_postcode: group.lab?.postcode ?? null,
    clia: group.clia,
    provider_first_name: group.provider?.firstName ?? null,
    provider_middle_name: group.provider?.middleName ?? null,
    provider_last_name: group.provider?.lastName ?? null,
    provider_suffix: group.provider?.suffix ?? null,
    provider_npi: group.provider?.npi ?? null,
    two_readers: false,
    status,
    created_at: at,
    updated_at: at,
  }
}

/** Builds the row of an assay that was set up at a time, for the use of all organisations. */
export function assayRow(assay: AssayPlan, tenantId: string, at: Date, random: Random) {
  return {
    tenant_id: tenantId,
    id: random.idAt(at),
    name: assay.name,
    manufacturer: assay.manufacturer,
    model: assay.model,
    gtin: assay.gtin,
    analytes: assay.analytes,
    specimens: assay.specimens.map((name) => ({ name, snomed: null as string | null })),
    offered_results: [...results],
    read_from_minutes: assay.readFromMinutes,
    read_until_minutes: assay.readUntilMinutes,
    image_required: assay.imageRequired,
    instructions: assay.instructions,
    meanings: assay.meanings ?? {},
    organisation_ids: null as string[] | null,
    created_at: at,
    updated_at: at,
  }
}
