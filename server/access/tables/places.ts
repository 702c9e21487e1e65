import type { Generated, GeneratedAlways } from 'kysely'
import type { ReportCode } from '../../../contract/monthly-reports/report-codes.ts'
import type { FeatureFlag, Permission, UserType } from '../../../contract/permissions/permissions.ts'
import type { PolicyName } from '../../../contract/phrases/policy.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { Country } from '../../../contract/rules/countries.ts'
import type { DetailKind, IdentifiesBy } from '../../../contract/subjects/detail-kinds.ts'
import type { LogoName } from '../../../contract/tenants/logos.ts'
import type { DateFormat, SubjectSettings, ThemeColours } from '../../../contract/tenants/preferences.ts'
import type { Json, Status, Versioned } from './column-types.ts'

/** Tables of tenants and their organisations and groups. */
export interface PlaceTables {
  tenants: TenantsTable
  tenant_limits: TenantLimitsTable
  tenant_addresses: { kind: 'slug' | 'domain' | 'default'; address: string; tenant_id: string }
  tenant_permissions: {
    tenant_id: string
    user_type: UserType
    permissions: Permission[]
    version: Generated<number>
    updated_at: Generated<Date>
  }
  reported_values: {
    tenant_id: string
    period: string
    org_unit: string
    data_element: string
    category_option_combo: string
    group_id: string
  }
  report_codes: { tenant_id: string; kind: ReportCode['kind']; key: string; code: string }
  operator_requests: OperatorRequestsTable
  operator_entries: OperatorEntriesTable
  known_operators: { tenant_id: string; id: string; full_name: string }
  tenant_logos: {
    tenant_id: string
    name: LogoName
    media_type: 'image/png' | 'image/svg+xml'
    content: Buffer
    hash: GeneratedAlways<string>
  }
  tenant_logo_wishes: { tenant_id: string; name: LogoName; asked_at: Date }
  policy_versions: {
    tenant_id: string
    policy: PolicyName
    version: number
    locale: Locale
    text: string | null
    asks_again: Generated<boolean>
    published_at: Generated<Date>
    published_by: string | null
  }
  organisations: OrganisationsTable
  organisation_words: { tenant_id: string; word: string; organisation_id: string }
  groups: GroupsTable
  group_words: { tenant_id: string; word: string; group_id: string }
}

interface TenantsTable extends Versioned {
  id: string
  name: string
  description: string | null
  slug: string
  status: Status
  status_details: string | null
  product_name: string | null
  id_prefix: Generated<string>
  default_language: Generated<Locale>
  available_languages: Generated<Locale[]>
  countries: Generated<Country[]>
  phone_regex: string | null
  postcode_regex: string | null
  sends_results_at_once: Generated<boolean>
  subject_details: Generated<DetailKind[]>
  identifies_by: Generated<IdentifiesBy>
  subjects: Json<SubjectSettings>
  features: Generated<FeatureFlag[]>
  theme: Json<{ web: ThemeColours }>
  app_links: Json<Record<string, { ios?: string; android?: string }>>
  date_format: Json<{ web?: DateFormat; mobile?: DateFormat }>
  assay_id: string | null
  terms_version: string | null
  session_idle_minutes: Generated<number>
  password_expiry_days: Generated<number>
  is_operator: Generated<boolean>
  operators_may_enter: Generated<boolean>
}

interface TenantLimitsTable {
  tenant_id: string
  own_networks: Generated<string[]>
  mails_per_day: Generated<number>
  mails_per_sender: Generated<number>
  mails_per_recipient: Generated<number>
  texts_per_day: Generated<number>
  texts_per_sender: Generated<number>
  texts_per_recipient: Generated<number>
}

interface OperatorRequestsTable {
  tenant_id: string
  id: string
  operator_id: string
  reason: string
  asked_at: Generated<Date>
  answered_at: Date | null
  answered_by: string | null
  granted_until: Date | null
}

interface OperatorEntriesTable {
  tenant_id: string
  id: string
  operator_id: string
  reason: string
  request_id: string | null
  entered_at: Generated<Date>
  ends_at: Date
  left_at: Date | null
  ended_by: string | null
}

interface OrganisationsTable extends Versioned {
  tenant_id: string
  id: string
  name: string
  name_key: GeneratedAlways<string>
  description: string | null
  location: string | null
  phone: string | null
  npi: string | null
  street_address: string | null
  street_address_2: string | null
  city: string | null
  state: string | null
  county: string | null
  country: string | null
  postcode: string | null
  status: Status
}

interface GroupsTable extends Versioned {
  tenant_id: string
  id: string
  organisation_id: string
  name: string
  name_key: GeneratedAlways<string>
  description: string | null
  location: string | null
  phone: string | null
  lab_name: string | null
  clia: string | null
  lab_street_address: string | null
  lab_street_address_2: string | null
  lab_city: string | null
  lab_state: string | null
  lab_county: string | null
  lab_country: string | null
  lab_postcode: string | null
  provider_first_name: string | null
  provider_middle_name: string | null
  provider_last_name: string | null
  provider_suffix: string | null
  provider_npi: string | null
  two_readers: Generated<boolean>
  status: Status
}
