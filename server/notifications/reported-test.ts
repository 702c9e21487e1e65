import type { NotificationKind } from '../../contract/notifications/items.ts'
import type { ReportedPlace } from '../../contract/notifications/reported-form.ts'
import type { OrderingProvider } from '../../contract/groups/ordering-provider.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'

/** One version of a test record with all that a report may say of it. */
export interface ReportedTest {
  /** The id of the notification. */
  id: string
  /**
   * The message control ID: the same for all that may be repeats of each other, and another one once the authority has rejected it,
   * because a receiver leaves out what it has already.
   */
  messageId: string
  /** The name of the tenant. */
  tenantName: string
  testId: string
  kind: NotificationKind
  version: number
  performedAt: Date
  /** The IANA time zone of the place where the test was performed. */
  zone: string
  /** When this version was made. */
  issuedAt: Date
  /** True if an earlier report of it was withdrawn and may have arrived. */
  mayRepeat: boolean
  /** A result is that of the test kit, or the outcome of a set of tests in its place. */
  lines: readonly { analyte: string; loinc: string | null; result: Result; isOutcome: boolean }[]
  specimen: { name: string; snomed: string | null } | null
  lot: string | null
  kit: { name: string; manufacturer: string | null; model: string | null; gtin: string | null }
  person: {
    id: string
    firstName: string | null
    lastName: string | null
    /** YYYY-MM-DD. */
    dateOfBirth: string | null
    email: string | null
    localId: string | null
    details: PersonDetails
  }
  group: ReportedPlace & { clia: string | null; labName: string | null; provider: OrderingProvider | null }
  organisation: ReportedPlace & { npi: string | null }
}

/** The name, address and telephone of where the test was performed, which are those of the organisation if the group has none. */
export function placeOf({ group, organisation }: ReportedTest) {
  return {
    name: group.labName ?? group.name,
    address: group.address ?? organisation.address,
    phone: group.phone ?? organisation.phone,
  }
}

/**
 * Puts the outcome of a set of tests in the place of what its last test says. An outcome is about no analyte, as the path goes by
 * the result of the test as a whole: it stands in the lines that gave the test its result, and other lines keep theirs.
 */
export function linesTold<L extends { result: Result }>(
  lines: readonly L[],
  whole: Result,
  outcome: Result | null,
): (L & { isOutcome: boolean })[] {
  return lines.map((line) =>
    outcome !== null && line.result === whole
      ? { ...line, result: outcome, isOutcome: true }
      : { ...line, isOutcome: false },
  )
}
