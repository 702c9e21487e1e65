import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'

/** Whether an assay is offered for tests, or only in the records that were made with it. */
export const assayStatuses = ['active', 'retired'] as const
export type AssayStatus = (typeof assayStatuses)[number]

/** A search finds the start of a name. `organisation_id` leaves those that this organisation may use. */
export const assayList = listQuery({
  filters: {
    ...searchFilter,
    status: z.optional(z.enum(assayStatuses)),
    organisation_id: z.optional(id),
  },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
