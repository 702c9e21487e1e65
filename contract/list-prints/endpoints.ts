import * as z from 'zod/mini'
import { assayList } from '../assays/assay-filter.ts'
import { auditList } from '../audit/audit-filter.ts'
import { endpoint } from '../endpoint.ts'
import { groupList } from '../groups/group-list.ts'
import { inviteList } from '../invites/invite-filter.ts'
import { mostRowsPrinted } from '../listing.ts'
import { tenantList } from '../operator/tenant-filter.ts'
import { organisationList } from '../organisations/organisation-list.ts'
import { subjectList } from '../subjects/subject-filter.ts'
import { testRecordList } from '../test-records/filter.ts'
import { userList } from '../users/user-filter.ts'

const rows = z.int().check(z.minimum(0), z.maximum(mostRowsPrinted))

/** A printed list: the kind of its rows, its filter, and the number of printed rows. */
const listPrint = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('assay'), filter: assayList.whole, rows }),
  z.strictObject({ list: z.literal('audit-event'), filter: auditList.whole, rows }),
  z.strictObject({ list: z.literal('group'), filter: groupList.whole, rows }),
  z.strictObject({ list: z.literal('invite'), filter: inviteList.whole, rows }),
  z.strictObject({ list: z.literal('organisation'), filter: organisationList.whole, rows }),
  z.strictObject({ list: z.literal('subject'), filter: subjectList.whole, rows }),
  z.strictObject({ list: z.literal('tenant'), filter: tenantList.whole, rows }),
  z.strictObject({ list: z.literal('test-record'), filter: testRecordList.whole, rows }),
  z.strictObject({ list: z.literal('user'), filter: userList.whole, rows }),
])
export type ListPrint = z.infer<typeof listPrint>

/**
 * Records that a whole list is printed. Requires permission to see the list, and for all tests the permission to export
 * them.
 */
export const noteListPrint = endpoint('noteListPrint', 'POST /list-prints', {
  summary: 'Note in the audit trail that a list is printed',
  requires: 'logged-in',
  body: listPrint,
  replies: { 204: null },
  audit: 'list.printed',
})
