import * as z from 'zod/mini'
import { codeText, emptyIsNull, optionalText, rule } from '../schema.ts'

/** Tells whether a text is an object identifier such as `2.16.840.1.113883.4.7`. */
export function isOid(text: string): boolean {
  return /^[0-2](\.(0|[1-9]\d*))+$/.test(text)
}

const oid = emptyIsNull(codeText(199).check(rule('malformed', isOid)))

/** An identifier that an authority gives itself. It need not be an OID where the authority says so: see `receiverIds`. */
const ownId = emptyIsNull(codeText(199).check(rule('malformed', (value) => /^\S+$/.test(value))))

const settings = z.strictObject({
  /** The processing ID of table 0103: production, test (training in the standard), or debugging. */
  processing: z._default(z.enum(['P', 'T', 'D']), 'P'),
  senderOid: oid,
  facilityOid: oid,
  receivingApplication: optionalText(100),
  receivingApplicationOid: ownId,
  receivingFacility: optionalText(100),
  receivingFacilityOid: ownId,
  /** Whether the receiver is named by OIDs, as the profile asks, or by what it calls itself, which may be no OID or a name alone. */
  receiverIds: z._default(z.enum(['oid', 'own']), 'oid'),
  /** The name of SNOMED CT beside its codes: what HL7 calls it now, or what some receivers still expect. */
  resultSystem: z._default(z.enum(['SCT', 'SNM']), 'SCT'),
  /** Whether a county of the US is sent as the code of the Census, or by its name. */
  county: z._default(z.enum(['fips', 'name']), 'fips'),
  /** Whether the number of the order is also sent as that of whoever placed it (ORC-2, OBR-2), which some receivers require. */
  placerNumber: z._default(z.enum(['none', 'filler']), 'none'),
  /** What OBX-7 says is usual, such as Negative; null for none. */
  referenceRange: optionalText(60),
  /** Whether names that are longer than their fields are sent whole, or cut as the receiver asks. */
  longNames: z._default(z.enum(['whole', 'cut']), 'whole'),
})

/** What an authority has agreed with the sender of HL7 v2 messages. */
export const hl7Settings = settings.check(({ value, issues }) => {
  for (const name of ['receivingApplicationOid', 'receivingFacilityOid'] as const) {
    const id = value[name]
    if (value.receiverIds === 'own' || id === null || isOid(id)) continue
    issues.push({ code: 'custom', input: id, path: [name], params: { phrase: 'malformed', values: {} } })
  }
})
export type Hl7Settings = z.infer<typeof hl7Settings>

/** The settings without which no message is valid. */
export type Hl7Setting = 'senderOid' | 'receivingApplicationOid' | 'receivingFacilityOid'

/**
 * Lists the settings that a valid message lacks: the profile requires that MSH-3, MSH-5 and MSH-6 name who sends and who receives by
 * an OID each. A receiver with identifiers of its own is named by one of them or by its name.
 */
export function missingSettings(hl7: Hl7Settings): Hl7Setting[] {
  const isNamed = (id: string | null, name: string | null) =>
    hl7.receiverIds === 'own' ? (id ?? name) !== null : id !== null && isOid(id)
  return [
    ...(hl7.senderOid === null ? (['senderOid'] as const) : []),
    ...(isNamed(hl7.receivingApplicationOid, hl7.receivingApplication) ? [] : (['receivingApplicationOid'] as const)),
    ...(isNamed(hl7.receivingFacilityOid, hl7.receivingFacility) ? [] : (['receivingFacilityOid'] as const)),
  ]
}
