import type { Address } from '../rules/address.ts'
import type { Result } from '../rules/results.ts'
import type { PersonDetails } from '../subjects/details.ts'
import type { NotificationKind } from './items.ts'

/** A place as a report names it. Its telephone is E.164. */
export interface ReportedPlace {
  id: string
  name: string
  address: Address | null
  phone: string | null
}

/**
 * What stands on the printed form of one test, as the file of a printed report has it. `performedAt` is ISO 8601 in UTC, and
 * `performedZone` the time zone of the test. Files of earlier versions lack the zone, `mayRepeat` and `isOutcome`.
 */
export interface ReportedForm {
  id: string
  testId: string
  kind: NotificationKind
  mayRepeat?: boolean
  performedAt: string
  performedZone?: string
  lines: readonly { analyte: string; result: Result; isOutcome?: boolean }[]
  specimen: { name: string } | null
  kit: { name: string; manufacturer: string | null }
  person: {
    firstName: string | null
    lastName: string | null
    /** YYYY-MM-DD. */
    dateOfBirth: string | null
    email: string | null
    details: Pick<PersonDetails, 'sex' | 'race' | 'ethnicity' | 'nhsNumber' | 'address' | 'telephones'>
  }
  group: ReportedPlace
  organisation: ReportedPlace
}
