import type { Bundle, Composition, DiagnosticReport, Observation, Patient, Resource } from '@medplum/fhirtypes'

/** The statuses in which US Core requires when a test was made and when its result was issued (us-core-8, us-core-9). */
const issuedStatuses = ['partial', 'preliminary', 'final', 'amended', 'corrected', 'appended']

/** Lists the rules of US Core 8.0.1 (laboratory) and of HL7 Europe's laboratory report 2.0.0 that a resource breaks. */
export function brokenRulesOf(resource: Resource): string[] {
  const broken: string[] = []
  const rule = (what: string, isKept: boolean) => {
    if (!isKept) broken.push(`${resource.resourceType}/${resource.id}: ${what}`)
  }
  if (resource.resourceType === 'Observation') ofObservation(resource, rule)
  if (resource.resourceType === 'DiagnosticReport') ofReport(resource, rule)
  if (resource.resourceType === 'Patient') ofPatient(resource, rule)
  return broken
}

type Rule = (what: string, isKept: boolean) => void

function hasCode(concepts: Observation['category'], system: string, code: string): boolean {
  return (concepts ?? []).some(({ coding }) => coding?.some((one) => one.system === system && one.code === code))
}

function ofObservation(observation: Observation, rule: Rule): void {
  const { status, category, code, subject, performer, effectiveDateTime, issued, extension } = observation
  const system = 'http://terminology.hl7.org/CodeSystem/observation-category'
  rule('has the category laboratory once', category?.length === 1 && hasCode(category, system, 'laboratory'))
  rule('has a code, at least in words', (code.coding?.length ?? 0) > 0 || code.text !== undefined)
  rule('has a subject', subject !== undefined)
  rule('has a performer (EU)', (performer?.length ?? 0) > 0)
  rule('has a time with a day at least (us-core-1)', effectiveDateTime === undefined || effectiveDateTime.length >= 10)
  rule('was observed and issued', effectiveDateTime !== undefined && issued !== undefined)
  rule('has a value or says why not (us-core-2, eu-lab-1)', observation.valueCodeableConcept !== undefined)
  rule('has a value from SNOMED CT', observation.valueCodeableConcept?.coding?.[0]?.system === 'http://snomed.info/sct')
  rule('has a status', ['final', 'corrected', 'entered-in-error'].includes(status ?? ''))
  const url = 'http://hl7.eu/fhir/laboratory/StructureDefinition/observation-deviceLabTestKit'
  const kits = extension?.filter((one) => one.url === url && one.valueReference?.reference?.startsWith('Device/'))
  rule('names the kit (EU)', kits?.length === 1)
}

function ofReport(report: DiagnosticReport, rule: Rule): void {
  const { status, category, code, subject, performer, effectiveDateTime, issued, result, identifier } = report
  rule('has the category LAB', hasCode(category, 'http://terminology.hl7.org/CodeSystem/v2-0074', 'LAB'))
  rule('has a code of LOINC', code.coding?.[0]?.system === 'http://loinc.org')
  rule('has a subject', subject !== undefined)
  rule('has a performer', (performer?.length ?? 0) > 0)
  rule('has an identifier (EU)', identifier?.length === 1 && identifier[0]?.system !== undefined)
  rule('has results', (result?.length ?? 0) > 0)
  const isIssued = issuedStatuses.includes(status ?? '')
  rule('says when it was made (us-core-8)', !isIssued || effectiveDateTime !== undefined)
  rule('says when it was issued (us-core-9)', !isIssued || issued !== undefined)
}

function ofPatient(patient: Patient, rule: Rule): void {
  const animal = patient.extension?.find(({ url }) => url === 'http://hl7.org/fhir/StructureDefinition/patient-animal')
  if (animal === undefined) return
  rule('has no telephone of an animal (EU)', patient.telecom === undefined)
  rule('says the species (EU)', animal.extension?.some(({ url }) => url === 'species') === true)
}

/** Lists the rules of HL7 Europe's document Bundle that a document breaks. */
export function brokenRulesOfDocument(bundle: Bundle): string[] {
  const broken = (bundle.entry ?? []).flatMap(({ resource }) => (resource ? brokenRulesOf(resource) : []))
  const rule = (what: string, isKept: boolean) => {
    if (!isKept) broken.push(what)
  }
  const all = (bundle.entry ?? []).flatMap(({ resource }) => resource ?? [])
  const compositions = all.filter((one): one is Composition => one.resourceType === 'Composition')
  const reports = all.filter((one): one is DiagnosticReport => one.resourceType === 'DiagnosticReport')
  const [composition, report] = [compositions[0], reports[0]]
  rule(
    'is a document with an identifier and a time',
    bundle.type === 'document' && Boolean(bundle.identifier?.value && bundle.timestamp),
  )
  rule('begins with its Composition', all[0]?.resourceType === 'Composition')
  rule('has one Composition and one DiagnosticReport', compositions.length === 1 && reports.length === 1)
  rule(
    'gives each entry an address',
    (bundle.entry ?? []).every(({ fullUrl }) => /^https?:\/\//.test(fullUrl ?? '')),
  )
  const shared = (one: Composition | DiagnosticReport | undefined) =>
    JSON.stringify([
      one?.resourceType === 'Composition' ? one.identifier : one?.identifier?.[0],
      one?.resourceType === 'Composition' ? one.type : one?.code,
      one?.category,
      one?.subject,
    ])
  rule('says the same in Composition and DiagnosticReport', shared(composition) === shared(report))
  const url = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-DiagnosticReport.composition'
  const named = report?.extension?.find((one) => one.url === url)?.valueReference?.reference
  rule('names its Composition in the DiagnosticReport', named === `Composition/${composition?.id}`)
  const known = new Set(all.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const referred = [...JSON.stringify(all).matchAll(/"reference":"([^"]+)"/g)].map(([, reference = '']) => reference)
  for (const reference of referred) rule(`holds ${reference}`, known.has(reference))
  return broken
}
