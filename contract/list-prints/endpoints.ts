import * as z from 'zod/mini'
import { resourceTypes } from '../audit/resource-types.ts'
import { endpoint } from '../endpoint.ts'
import { mostRowsPrinted, searchLength } from '../listing.ts'
import { anyText } from '../schema.ts'

/**
 * Records that a whole list is printed. Requires permission to call the endpoint that `prints` the list: for tests and
 * the audit trail the export, for others the list itself.
 */
export const noteListPrint = endpoint('noteListPrint', 'POST /list-prints', {
  summary: 'Note in the audit trail that a list is printed',
  requires: 'logged-in',
  body: z.strictObject({
    /** The kind of the list's rows. */
    list: z.enum(resourceTypes),
    /** The filters and the sort, as in the query of the list's endpoint. */
    filter: z.record(anyText(60), anyText(searchLength)),
    rows: z.int().check(z.minimum(0), z.maximum(mostRowsPrinted)),
  }),
  replies: { 204: null },
  audit: 'list.printed',
})
