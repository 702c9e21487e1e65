import type { CapabilityStatement } from '@medplum/fhirtypes'
import { fhirJson, parametersOf, searchedTypes } from '../../contract/fhir/served.ts'
import { profiles } from './record-resources.ts'

const profilesOf: Readonly<Record<string, string[]>> = {
  Observation: [profiles.usObservation, profiles.euObservation],
  DiagnosticReport: [profiles.usReport, profiles.euReport],
  Patient: [profiles.euAnimal],
}

const howItIsAsked = `Searches are asked by GET, or by POST with a form at \`_search\`. They take \`_count\` (0 for their number alone), \`_sort\` (\`date\` of
what comes from test records, \`_id\` of all else), \`_elements\`, \`_summary\` and \`_format\`. Parameters that are not known are left out, and refused with
\`Prefer: handling=strict\`. \`subject:Patient\` is the only modifier. \`$export/TYPE\` below the base streams all resources of a type as lines.`

/** Says what is served at `base`, which is equal for everybody. */
export function capabilityStatement(base: string, version: string): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-28',
    kind: 'instance',
    software: { name: 'Lateral', version },
    implementation: { description: 'Results of lateral-flow tests', url: base },
    fhirVersion: '4.0.1',
    format: [fhirJson, 'json'],
    rest: [
      {
        mode: 'server',
        documentation: howItIsAsked,
        security: {
          cors: false,
          description: 'A token of a machine as `Authorization: Bearer`, or the session of a user',
        },
        resource: searchedTypes.map((type) => ({
          type,
          ...(profilesOf[type] && { supportedProfile: profilesOf[type] }),
          interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
          versioning: 'versioned' as const,
          readHistory: false,
          updateCreate: false,
          conditionalCreate: false,
          conditionalRead: 'not-match' as const,
          conditionalUpdate: false,
          conditionalDelete: 'not-supported' as const,
          searchParam: parametersOf(type),
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
