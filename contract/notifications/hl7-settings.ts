import * as z from 'zod/mini'
import { codeText, emptyIsNull, optionalText, rule } from '../schema.ts'

/** An object identifier such as `2.16.840.1.113883.4.7`. */
const oid = emptyIsNull(codeText(199).check(rule('malformed', (value) => /^[0-2](\.(0|[1-9]\d*))+$/.test(value))))

/** What an authority has agreed with the sender of HL7 v2 messages. */
export const hl7Settings = z.strictObject({
  /** The processing ID of table 0103: production, test (training in the standard), or debugging. */
  processing: z._default(z.enum(['P', 'T', 'D']), 'P'),
  senderOid: oid,
  facilityOid: oid,
  receivingApplication: optionalText(100),
  receivingApplicationOid: oid,
  receivingFacility: optionalText(100),
  receivingFacilityOid: oid,
  /** The name of SNOMED CT beside its codes: what HL7 calls it now, or what some receivers still expect. */
  resultSystem: z._default(z.enum(['SCT', 'SNM']), 'SCT'),
  /** Whether a county of the US is sent as the code of the Census, or by its name. */
  county: z._default(z.enum(['fips', 'name']), 'fips'),
})
export type Hl7Settings = z.infer<typeof hl7Settings>
