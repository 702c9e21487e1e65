import type { Assay } from '../../contract/assays/assay.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import type { UsState } from '../../contract/rules/us-states.ts'
import type { DateFormat, SubjectSettings, ThemeColours } from '../../contract/tenants/preferences.ts'

/** A demo tenant as written by hand; what is generated (people, subjects, records) grows out of it. */
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
  theme: ThemeColours
  logo: string
  dateFormat: DateFormat
  firstNames: readonly string[]
  lastNames: readonly string[]
  /** The first one is what the record form offers. */
  assays: readonly AssayPlan[]
  organisations: readonly OrganisationPlan[]
  /** What is suspended: a group of the first organisation, and an organisation with its group. Nobody works or is tested there. */
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
  /** What it says instead at organisations of these names. */
  organisationMeanings?: Readonly<Record<string, Assay['meanings']>>
  specimens: readonly string[]
  /** Of lot numbers, such as `TW` in TW2604. */
  lotPrefix: string
}

export interface OrganisationPlan {
  name: string
  description: string
  location: string
  /** As it is shown: +44 20 7946 0018. */
  phone: string | null
  npi: string | null
  streetAddress: string
  city: string
  /** In the US alone. */
  state?: UsState
  county: string
  postcode: string
  /** Opening and closing hour on local clocks. */
  hours: readonly [number, number]
  /** How busy Sunday to Saturday are. */
  week: readonly [number, number, number, number, number, number, number]
  /** Age in years of the subjects. */
  ages: readonly [number, number]
  rooms: readonly string[]
  /** Names of assays in use, with how often each is used. */
  assays: Readonly<Record<string, number>>
  groups: readonly GroupPlan[]
}

export interface GroupPlan {
  name: string
  description: string
  location: string
  /** As it is shown: +44 20 7946 0018. */
  phone: string | null
  labName: string | null
  clia: string | null
  latitude: number
  longitude: number
  /** How many of the tenant's records are made here, relative to the other groups. */
  weight: number
}
