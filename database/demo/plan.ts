import type { Assay } from '../../contract/assays/assay.ts'
import type { OrderingProvider } from '../../contract/groups/ordering-provider.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Country } from '../../contract/rules/countries.ts'
import type { UsState } from '../../contract/rules/us-states.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { DateFormat, SubjectSettings, ThemeColours } from '../../contract/tenants/preferences.ts'

/** The hand-written part of a demo tenant, from which people, subjects and records are generated. */
export interface TenantPlan {
  slug: string
  name: string
  description: string
  productName: string
  idPrefix: string
  country: Country
  countries: Country[]
  zone: string
  defaultLanguage: Locale
  availableLanguages: Locale[]
  phoneRegex: string
  postcodeRegex: string
  subjects: SubjectSettings
  /** The details that the tenant keeps of persons. */
  keptDetails: readonly DetailKind[]
  theme: ThemeColours
  logo: string
  dateFormat: DateFormat
  firstNames: readonly string[]
  lastNames: readonly string[]
  /** The record form selects the first one. */
  assays: readonly AssayPlan[]
  organisations: readonly OrganisationPlan[]
  /** Three kits that an organisation uses in this order, each if the one before is positive. */
  algorithm?: { name: string; analyte: string; organisation: string; kits: readonly [AssayPlan, AssayPlan, AssayPlan] }
  /**
   * A suspended group of the first organisation, and a suspended organisation with its group. Nobody works or is tested
   * there.
   */
  closed?: { group: ClosedGroup; organisation: ClosedOrganisation; groupOfIt: ClosedGroup }
}

type ClosedGroup = Pick<GroupPlan, 'name' | 'description' | 'location'>
type ClosedOrganisation = Pick<
  OrganisationPlan,
  'name' | 'description' | 'location' | 'streetAddress' | 'city' | 'state' | 'county' | 'postcode'
>

export type AssayPlan = Pick<
  Assay,
  | 'name'
  | 'manufacturer'
  | 'model'
  | 'gtin'
  | 'analytes'
  | 'readFromMinutes'
  | 'readUntilMinutes'
  | 'imageRequired'
  | 'instructions'
> & {
  meanings?: Assay['meanings']
  /** Meanings of results that organisations use instead, by the organisation's name. */
  organisationMeanings?: Readonly<Record<string, Assay['meanings']>>
  specimens: readonly string[]
  /** The start of lot numbers, such as `TW` in TW2604. */
  lotPrefix: string
}

export interface OrganisationPlan {
  name: string
  description: string
  location: string
  /** Written as it is shown, such as +44 20 7946 0018. */
  phone: string | null
  npi: string | null
  streetAddress: string
  city: string
  /** Set for organisations in the US only. */
  state?: UsState
  county: string
  postcode: string
  /** The opening and closing hours on local clocks. */
  hours: readonly [number, number]
  /** Relative workload from Sunday to Saturday. */
  week: readonly [number, number, number, number, number, number, number]
  /** What the people are whose details are kept: those of a care home live there, those of a school are children. */
  role?: NonNullable<PersonDetails['role']>
  /** The age range of the subjects in years. */
  ages: readonly [number, number]
  rooms: readonly string[]
  /** The names of the assays in use, each with how often it is used. */
  assays: Readonly<Record<string, number>>
  groups: readonly GroupPlan[]
}

export interface GroupPlan {
  name: string
  description: string
  location: string
  /** Written as it is shown, such as +44 20 7946 0018. */
  phone: string | null
  labName: string | null
  clia: string | null
  /** The address of the laboratory, for groups in the US only. */
  lab?: Pick<OrganisationPlan, 'streetAddress' | 'city' | 'county' | 'postcode'> & { state: UsState }
  provider?: OrderingProvider
  latitude: number
  longitude: number
  /** The share of the tenant's records that are made here, relative to the other groups. */
  weight: number
}
