import { type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listMerges: ({ subjectId }) => ({ params: { id: subjectId } }),
    // The subject is merged already, so that the call can be repeated.
    mergeSubject: ({ subjectId, formerId }) => ({
      params: { id: subjectId },
      body: { subjectId: formerId, version: 1 },
      headers: { 'if-match': '"1"' },
    }),
    undoMerge: ({ subjectId, mergeId }) => ({ params: { id: subjectId, mergeId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listMerges: [401, 404, 200, 200, 200, 403, 403, 403],
    mergeSubject: [401, 404, 200, 200, 200, 403, 403, 403],
    undoMerge: [401, 404, 200, 200, 200, 403, 403, 403],
  },
  refusedTypes: {
    listMerges: ['patient'],
    mergeSubject: ['patient'],
    undoMerge: ['patient'],
  },
}
