import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { formalText, dataOf } from '../schema.ts'
import { assay } from './assay.ts'

/**
 * A common rapid test that a tenant can start from, in the reader's language as far as available. Times are minutes
 * after applying the sample.
 */
const catalogueEntry = z.strictObject({
  /** The key of a built-in entry, or the id of one of the operator's own. */
  id: z.string(),
  /** Each change of an entry creates a new version. */
  version: z.int(),
  /** The subjects that are tested with it; null for an entry that the operator added. */
  kind: z.nullable(z.enum(['human', 'non-human'])),
  name: z.string(),
  manufacturer: z.nullable(z.string()),
  analytes: z.array(
    z.strictObject({ name: z.string(), loinc: z.nullable(z.string()), snomed: z.nullable(z.string()) }),
  ),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

/** Lists the entries that a tenant can copy. An operator sees the built-in entries that they can replace. */
export const listCatalogue = endpoint('listCatalogue', 'GET /assays/catalogue', {
  summary: 'Common rapid tests to begin with',
  requires: { rule: 'mayKeepAssays' },
  replies: { 200: dataOf(z.array(catalogueEntry)) },
})

/**
 * Creates an assay of the tenant from the present version of an entry, and records permanently which one. If an
 * operator does so, the new assay replaces the entry for every tenant. 409 `duplicate` at `name` if the tenant has an
 * assay of that name.
 */
export const takeFromCatalogue = endpoint('takeFromCatalogue', 'POST /assays/catalogue/{entry}', {
  summary: 'Take an entry of the catalogue over as an assay',
  requires: { rule: 'mayKeepAssays' },
  params: z.strictObject({ entry: formalText(50).check(z.regex(/^[a-z0-9-]{1,50}$/)) }),
  headers: doneOncePerKey,
  replies: { 201: dataOf(assay), 200: dataOf(assay) },
  audit: 'assay.created',
})
