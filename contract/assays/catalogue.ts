import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { formalText, dataOf } from '../schema.ts'
import { assay } from './assay.ts'

/** A rapid test that tenants begin with, in the reader's language as far as it has one. Times are minutes after applying the sample. */
const catalogueEntry = z.strictObject({
  /** The word of a built-in entry, else the id that the operator's own has. */
  id: z.string(),
  /** Each change of an entry makes a new one. */
  version: z.int(),
  /** Of the subjects that are tested with it; null for one that the operator added. */
  kind: z.nullable(z.enum(['human', 'non-human'])),
  name: z.string(),
  manufacturer: z.nullable(z.string()),
  analytes: z.array(
    z.strictObject({ name: z.string(), loinc: z.nullable(z.string()), snomed: z.nullable(z.string()) }),
  ),
})
export type CatalogueEntry = z.infer<typeof catalogueEntry>

/** What a tenant can take over as an assay of its own. An operator sees the built-in entries that they can put another in the place of. */
export const listCatalogue = endpoint({
  name: 'listCatalogue',
  method: 'GET',
  path: '/assays/catalogue',
  summary: 'Common rapid tests to begin with',
  requires: { rule: 'mayKeepAssays' },
  replies: { 200: dataOf(z.array(catalogueEntry)) },
})

/**
 * Makes an assay of the tenant from an entry, as it is now; it says which that was for ever. What an operator makes so stands in the
 * entry's place for every tenant. 409 `duplicate` at `name` where the tenant has an assay of that name.
 */
export const takeFromCatalogue = endpoint({
  name: 'takeFromCatalogue',
  method: 'POST',
  path: '/assays/catalogue/{entry}',
  summary: 'Take an entry of the catalogue over as an assay',
  requires: { rule: 'mayKeepAssays' },
  params: z.strictObject({ entry: formalText(50).check(z.regex(/^[a-z0-9-]{1,50}$/)) }),
  replies: { 201: dataOf(assay) },
  audit: 'assay.created',
})
