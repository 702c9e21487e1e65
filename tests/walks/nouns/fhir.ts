import type { Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    getFhirCapabilities: () => ({ query: { _format: 'json' } }),
    searchFhirPatients: ({ subjectId, groupId }) => ({ query: { _id: subjectId, group: groupId, _count: '10' } }),
    readFhirPatient: ({ subjectId }) => ({ params: { id: subjectId } }),
    searchFhirOrganizations: ({ organisationId, groupId }) => ({ query: { _id: `${organisationId},${groupId}` } }),
    readFhirOrganization: ({ groupId }) => ({ params: { id: groupId } }),
    searchFhirLocations: ({ groupId }) => ({ query: { _id: groupId } }),
    readFhirLocation: ({ groupId }) => ({ params: { id: groupId } }),
    searchFhirRecords: ({ subjectId, groupId }) => ({
      params: { type: 'Observation' },
      query: {
        date: ['ge2026-01-01', 'lt2027-01-01'],
        subject: subjectId,
        group: `Organization/${groupId}`,
        status: 'final,corrected',
      },
    }),
    readFhirRecord: ({ recordId }) => ({ params: { type: 'DiagnosticReport', id: recordId } }),
    readFhirDocument: ({ recordId }) => ({ params: { id: recordId } }),
    exportFhir: () => ({ params: { type: 'Observation' }, query: { _since: '2020-01-01T00:00:00Z' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getFhirCapabilities: [200, 200, 200, 200, 200, 200, 200, 200],
    searchFhirPatients: [401, 200, 200, 200, 200, 200, 200, 200],
    readFhirPatient: [401, 404, 200, 200, 200, 200, 200, 200],
    searchFhirOrganizations: [401, 200, 200, 200, 200, 200, 200, 403],
    readFhirOrganization: [401, 404, 200, 200, 200, 200, 200, 403],
    searchFhirLocations: [401, 200, 200, 200, 200, 200, 200, 403],
    readFhirLocation: [401, 404, 200, 200, 200, 200, 200, 403],
    searchFhirRecords: [401, 200, 200, 200, 200, 200, 200, 200],
    readFhirRecord: [401, 404, 200, 200, 200, 200, 200, 200],
    readFhirDocument: [401, 404, 200, 200, 200, 200, 200, 200],
    exportFhir: [401, 200, 200, 200, 200, 200, 403, 403],
  },
  namesNothing: {
    getFhirCapabilities: 'says what is served, which is equal for everybody',
    exportFhir: 'exports all that its caller sees, and is asked for a type and a time',
  },
}
