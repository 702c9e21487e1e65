import type { Resource } from '@medplum/fhirtypes'
import type { SearchedType } from '../../contract/fhir/served.ts'

interface Elements {
  /** What R4 requires, and what changes the meaning of the others; no part is without these. */
  needed: readonly string[]
  /** The elements of R4's summary. */
  summary: readonly string[]
}

/** The elements of each resource that is served which a part of it has in any case, or if its summary is asked for. */
export const elements: Readonly<Record<SearchedType, Elements>> = {
  Patient: {
    needed: ['active', 'link'],
    summary: ['identifier', 'name', 'telecom', 'gender', 'birthDate', 'address'],
  },
  Organization: { needed: ['active'], summary: ['identifier', 'name', 'partOf'] },
  Location: { needed: ['status'], summary: ['name', 'description', 'managingOrganization'] },
  DiagnosticReport: {
    needed: ['status', 'code'],
    summary: ['identifier', 'category', 'subject', 'effectiveDateTime', 'issued', 'performer'],
  },
  Observation: {
    needed: ['status', 'code'],
    summary: ['subject', 'effectiveDateTime', 'issued', 'performer', 'valueCodeableConcept'],
  },
  Specimen: { needed: [], summary: ['identifier', 'type', 'subject'] },
  Device: { needed: [], summary: ['udiCarrier'] },
  Provenance: { needed: ['target', 'recorded', 'agent'], summary: [] },
}

/** The part of a resource that a search asks for, which is marked as one (R4 §3.1.1.5.8 and §3.1.1.5.9). */
export function partOf(
  resource: Resource,
  { _elements, _summary }: { _elements?: readonly string[] | undefined; _summary?: string | undefined },
): Resource {
  const { needed, summary } = elements[resource.resourceType as SearchedType]
  const asked = _elements ?? (_summary === 'true' ? summary : [])
  // No resource that is served has a narrative, so all of its data is all of it.
  if (_elements === undefined && !['true', 'text'].includes(_summary ?? '')) return resource
  const kept = new Set(['resourceType', 'id', ...needed, ...asked])
  const tag = [
    { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED', display: 'subsetted' },
  ]
  const parts = Object.entries(resource).filter(([name]) => kept.has(name) || kept.has(typeless(name)))
  return { ...Object.fromEntries(parts), meta: { ...resource.meta, tag } } as Resource
}

/** The name of an element whose own name ends in the type of its value, such as `value` of `valueCodeableConcept`. */
function typeless(name: string): string {
  return name.replace(/(?:CodeableConcept|DateTime)$/, '')
}
