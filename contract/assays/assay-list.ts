import * as z from 'zod/mini'
import { listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'

/** An `active` assay is offered for tests; a `retired` one is only shown in existing records. */
export const assayStatuses = ['active', 'retired'] as const
export type AssayStatus = (typeof assayStatuses)[number]

/** `search` matches the start of a name. `organisation_id` selects the assays that this organisation may use. */
export const assayList = listQuery({
  rows: 'assay',
  filters: {
    ...searchFilter,
    status: z.optional(z.enum(assayStatuses)),
    organisation_id: z.optional(id),
  },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})
