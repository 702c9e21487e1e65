import { multipart, tinyPng } from '../../server/uploads.ts'
import { newAssay } from '../../server/new-assay.ts'
import { allBut, next, ofSomethingNew, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listUsCounties: () => ({ query: { state: 'OR' } }),
    getAssayForRecording: ({ assayId }) => ({ params: { assay_id: assayId } }),
    listAssays: ({ organisationId }) => ({
      query: { search: '', status: 'active', organisation_id: organisationId, per_page: '100' },
    }),
    listCatalogue: () => ({}),
    takeFromCatalogue: () => ({ params: { entry: 'hcg' } }),
    uploadAssayPicture: () => multipart([{ name: 'file', filename: 'step.png', type: 'image/png', content: tinyPng }]),
    getAssayPicture: ({ assayPictureId }) => ({ params: { id: assayPictureId } }),
    createAssay: ({ organisationId }) => ({
      body: { ...newAssay(`New assay ${next()}`), organisationIds: [organisationId] },
    }),
    getAssay: ({ assayId }) => ({ params: { id: assayId } }),
    updateAssay: ({ spareAssayId }) => ({
      params: { id: spareAssayId },
      body: newAssay(`Changed assay ${spareAssayId}`),
    }),
    retireAssay: ({ spareAssayId }) => ({ params: { id: spareAssayId } }),
    restoreAssay: ({ spareAssayId }) => ({ params: { id: spareAssayId } }),
    listAssayHistory: ({ assayId }) => ({ params: { id: assayId }, query: { per_page: '100' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listUsCounties: [401, 200, 200, 200, 200, 200, 200, 200],
    listAssays: [401, 200, 200, 200, 200, 200, 200, 200],
    listCatalogue: [401, 403, 200, 403, 403, 403, 403, 403],
    uploadAssayPicture: [401, 403, 201, 403, 403, 403, 403, 403],
    getAssayPicture: [401, 404, 200, 200, 200, 200, 200, 200],
    takeFromCatalogue: [401, 403, 201, 403, 403, 403, 403, 403],
    createAssay: [401, 403, 201, 403, 403, 403, 403, 403],
    getAssay: [401, 404, 200, 200, 200, 200, 200, 200],
    getAssayForRecording: [401, 404, 200, 200, 200, 200, 200, 200],
    updateAssay: [401, 403, 200, 403, 403, 403, 403, 403],
    retireAssay: [401, 403, 200, 403, 403, 403, 403, 403],
    restoreAssay: [401, 403, 200, 403, 403, 403, 403, 403],
    listAssayHistory: [401, 404, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listCatalogue: allBut('tenant'),
    takeFromCatalogue: allBut('tenant'),
    uploadAssayPicture: allBut('tenant'),
    createAssay: allBut('tenant'),
    updateAssay: allBut('tenant'),
    retireAssay: allBut('tenant'),
    restoreAssay: allBut('tenant'),
  },
  notOfPlaces: [
    'getAssay',
    'getAssayPicture',
    'getAssayForRecording',
    'listAssays',
    'createAssay',
    'takeFromCatalogue',
    'updateAssay',
    'retireAssay',
    'restoreAssay',
    'listAssayHistory',
    'listUsCounties',
  ],
  namesNothing: {
    listCatalogue: 'says the same to everybody',
    takeFromCatalogue: 'takes what is offered to everybody',
    listUsCounties: 'says the same to everybody',
    uploadAssayPicture: ofSomethingNew,
  },
  sameForItsOwn: {
    listAssays: { organisationId: 'an assay may be used by every organisation, unless it says by which' },
  },
  searchedNames: { listAssays: { table: 'assays', column: 'name' } },
}
