import type { CapabilityStatement } from '@medplum/fhirtypes'
import { fhirJson, placeTypes, recordTypes, searchParameters } from '../../contract/fhir/served.ts'
import { profiles } from './record-resources.ts'

const profilesOf: Readonly<Record<string, string[]>> = {
  Observation: [profiles.usObservation, profiles.euObservation],
  DiagnosticReport: [profiles.usReport, profiles.euReport],
  Patient: [profiles.euAnimal],
}

/** Says what is served at `base`, which is equal for everybody. */
export function capabilityStatement(base: string, version: string): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-27',
    kind: 'instance',
    software: { name: 'Lateral', version },
    implementation: { description: 'Results of lateral-flow tests', url: base },
    fhirVersion: '4.0.1',
    format: [fhirJson],
    rest: [
      {
        mode: 'server',
        security: {
          cors: false,
          description: 'A token of a machine as `Authorization: Bearer`, or the session of a user',
        },
        resource: ['Patient' as const, ...placeTypes, ...recordTypes].map((type) => ({
          type,
          ...(profilesOf[type] && { supportedProfile: profilesOf[type] }),
          interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
          versioning: 'no-version' as const,
          searchParam: Object.entries(searchParameters)
            .filter(([, { of }]) => of === undefined || of.includes(type))
            .map(([name, parameter]) => ({ name, type: parameter.type })),
          ...(type === 'DiagnosticReport' && {
            operation: [
              { name: 'document', definition: 'http://hl7.org/fhir/OperationDefinition/Composition-document' },
            ],
          }),
        })),
      },
    ],
  }
}
