import type { CodeableConcept, Coding } from '@medplum/fhirtypes'
import { resultCodes } from '../../contract/rules/result-codes.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { WholeRow } from '../test-records/service.ts'

export const loinc = 'http://loinc.org'
export const snomed = 'http://snomed.info/sct'

export function resultConcept(result: Result): CodeableConcept {
  return { coding: [{ system: snomed, ...resultCodes[result] }], text: resultCodes[result].display }
}

/** HL7's interpretations; an invalid test has none, because nothing was observed. */
const interpretations: Readonly<Partial<Record<Result, Coding>>> = {
  positive: { code: 'POS', display: 'Positive' },
  negative: { code: 'NEG', display: 'Negative' },
  inconclusive: { code: 'IND', display: 'Indeterminate' },
}

export function interpretationOf(result: Result): CodeableConcept[] | undefined {
  const coding = interpretations[result]
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
  return coding && [{ coding: [{ system, ...coding }] }]
}

/** What a line observes: its LOINC code or else its SNOMED CT code in that version of the kit, and always its name. */
export function analyteConcept(analytes: WholeRow['analytes'], id: string, name: string): CodeableConcept {
  const analyte = analytes.find((one) => one.id === id)
  if (analyte?.loinc) return { coding: [{ system: loinc, code: analyte.loinc }], text: name }
  if (analyte?.snomed) return { coding: [{ system: snomed, code: analyte.snomed }], text: name }
  return { text: name }
}

/** A specimen by its name, with the code that this version of the kit has for it. */
export function specimenConcept(specimens: WholeRow['specimens'], name: string): CodeableConcept {
  const code = specimens.find((one) => one.name === name)?.snomed
  return { ...(code && { coding: [{ system: snomed, code }] }), text: name }
}

export function concept(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }] }
}
