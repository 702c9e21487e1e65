import { next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listSubjects: ({ organisationId, groupId, subjectEmail }) => ({
      query: {
        organisation_id: organisationId,
        group_id: groupId,
        search: subjectEmail,
        sort: 'added',
        per_page: '100',
      },
    }),
    lookUpSubject: ({ groupId, subjectEmail }) => ({ body: { groupId, email: subjectEmail } }),
    matchSubjects: ({ groupId, subjectEmail }) => ({ body: { groupId, search: subjectEmail } }),
    createSubject: ({ groupId }) => ({
      body: { kind: 'human', groupId, email: `new-${next()}@people.test`, dateOfBirth: '1990-01-31', firstName: 'New' },
    }),
    getSubject: ({ subjectId }) => ({ params: { id: subjectId } }),
    updateSubject: ({ subjectId, subjectEmail, marker }) => ({
      params: { id: subjectId },
      // The email stays the subject's own; its capitals keep walks from taking it for a reference.
      body: { kind: 'human', email: subjectEmail.toUpperCase(), dateOfBirth: '1980-05-17', firstName: marker },
    }),
    acquaintSubject: ({ subjectId, groupId }) => ({ params: { id: subjectId, groupId } }),
    listDuplicates: ({ subjectId }) => ({ params: { id: subjectId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listSubjects: [401, 200, 200, 200, 200, 200, 200, 403],
    lookUpSubject: [401, 404, 200, 200, 200, 200, 200, 403],
    matchSubjects: [401, 200, 200, 200, 200, 200, 200, 403],
    createSubject: [401, 422, 201, 201, 201, 201, 201, 403],
    getSubject: [401, 404, 200, 200, 200, 200, 200, 403],
    updateSubject: [401, 404, 200, 200, 200, 200, 200, 403],
    acquaintSubject: [401, 404, 204, 204, 204, 204, 204, 403],
    listDuplicates: [401, 404, 200, 200, 200, 403, 403, 403],
  },
  refusedTypes: {
    listDuplicates: ['patient'],
  },
}
