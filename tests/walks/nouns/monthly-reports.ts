import { allBut, type Walks } from '../noun-walks.ts'
import type { Place } from '../../server/places.ts'

const ofPlace = ({ organisationId, groupId }: Place) => ({
  query: { month: '2026-01', zone: 'Europe/Dublin', organisation_id: organisationId, group_id: groupId },
})

export const walks: Walks = {
  calls: {
    getMonthlyReport: ofPlace,
    getDataValueSet: ofPlace,
    changeReportCodes: ({ groupId }) => ({ body: { codes: [{ kind: 'place', key: groupId, code: 'O6uvpzGd5pu' }] } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getMonthlyReport: [401, 200, 200, 200, 200, 200, 403, 403],
    getDataValueSet: [401, 200, 200, 200, 200, 200, 403, 403],
    changeReportCodes: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: { changeReportCodes: allBut('tenant') },
}
