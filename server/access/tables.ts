import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FeatureFlag, Permission, UserType } from '../../contract/permissions/permissions.ts'
import type { InviteState } from '../../contract/invites/invite-filter.ts'
import type { DeletionReason } from '../../contract/own-account/deletion.ts'
import type { Language, Locale } from '../../contract/rules/formats.ts'
import type { Standing } from '../../contract/standing.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { Assay } from '../../contract/assays/endpoints.ts'
import type { DateFormat, SubjectSettings, ThemeColours } from '../../contract/tenants/preferences.ts'
import type { TestDraft } from '../../contract/test-records/test-draft.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'

/** The tables as the server's role sees them. Migrations are the source; the server's tests run against them. */
export interface Tables {
  tenants: TenantsTable
  tenant_addresses: { kind: 'slug' | 'domain' | 'default'; address: string; tenant_id: string }
  tenant_permissions: {
    tenant_id: string
    user_type: UserType
    permissions: Permission[]
    version: Generated<number>
    updated_at: Generated<Date>
  }
  organisations: OrganisationsTable
  organisation_words: { tenant_id: string; word: string; organisation_id: string }
  groups: GroupsTable
  group_words: { tenant_id: string; word: string; group_id: string }
  users: UsersTable
  user_words: { tenant_id: string; word: string; user_id: string }
  user_groups: { tenant_id: string; user_id: string; group_id: string }
  sessions: SessionsTable
  browsers: BrowsersTable
  throttle_counters: { tenant_id: string; key: Buffer; window_started_at: Date; attempts: number }
  audit_events: AuditEventsTable
  idempotency_keys: IdempotencyKeysTable
  tokens: TokensTable
  messages: MessagesTable
  development_mail: DevelopmentMailTable
  invites: InvitesTable
  invite_codes: InviteCodesTable
  account_deletions: AccountDeletionsTable
  assays: AssaysTable
  subjects: SubjectsTable
  subject_identities: SubjectIdentitiesTable
  subject_groups: SubjectGroupsTable
  subject_words: { tenant_id: string; word: string; subject_id: string; group_id: string; organisation_id: string }
  device_images: DeviceImagesTable
  test_records: TestRecordsTable
  test_record_versions: TestRecordVersionsTable
  test_drafts: TestDraftsTable
}

interface Versioned {
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Stored as jsonb: read as the value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>
type Status = Generated<Standing>

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
  subjects: Json<SubjectSettings>
  features: Generated<FeatureFlag[]>
  theme: Json<{ web: ThemeColours }>
  logo: string | null
  app_links: Json<Record<string, { ios?: string; android?: string }>>
  date_format: Json<{ web?: DateFormat; mobile?: DateFormat }>
  assay_id: string | null
  policies: Json<Record<string, string>>
  session_idle_minutes: Generated<number>
  password_expiry_days: Generated<number>
  is_operator: Generated<boolean>
}

interface OrganisationsTable extends Versioned {
  tenant_id: string
  id: string
  name: string
  name_key: GeneratedAlways<string>
  description: string | null
  location: string | null
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
  lab_name: string | null
  clia: string | null
  status: Status
}

interface UsersTable extends Versioned {
  tenant_id: string
  id: string
  email: string
  email_key: GeneratedAlways<string>
  full_name: string
  name_key: GeneratedAlways<string>
  user_type: UserType
  organisation_id: string | null
  lang: Generated<Language>
  status: Generated<Standing | 'deleted'>
  email_verified_at: Date | null
  pending_email: string | null
  date_of_birth: string | null
  country: Country | null
  mobile: string | null
  password_hash: string | null
  password_changed_at: Date | null
  must_change_password: Generated<boolean>
  last_login_at: Date | null
  invited_by: string | null
  invited_at: Date | null
  terms_accepted_version: string | null
  terms_accepted_at: Date | null
}

interface SessionsTable {
  tenant_id: string
  token_hash: Buffer
  id: string
  user_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
}

interface BrowsersTable {
  tenant_id: string
  user_id: string
  purpose: 'email' | 'login'
  token_hash: Buffer
  used_at: Generated<Date>
}

interface AuditEventsTable {
  tenant_id: string
  id: string
  occurred_at: ColumnType<Date, never, never>
  actor_id: string | null
  action: string
  outcome: Generated<'done' | 'refused'>
  resource_type: string | null
  resource_id: string | null
  details: Json<unknown> | null
  request_id: string | null
  position: ColumnType<number | null, never, never>
  hash: ColumnType<Buffer | null, never, never>
}

interface IdempotencyKeysTable {
  tenant_id: string
  user_id: string
  key: string
  request_hash: Buffer
  resource_id: string
  created_at: Generated<Date>
}

interface AssaysTable extends Versioned {
  tenant_id: string
  id: string
  name: string
  manufacturer: string | null
  model: string | null
  analytes: Json<Assay['analytes']>
  specimens: Generated<string[]>
  offered_results: Generated<Result[]>
  read_from_minutes: number
  read_until_minutes: number
  image_required: Generated<boolean>
  instructions: Json<Assay['instructions']>
}

interface SubjectsTable extends Versioned {
  tenant_id: string
  id: string
  kind: 'human' | 'non-human'
  organisation_id: string
  group_id: string
  user_id: string | null
}

interface SubjectIdentitiesTable {
  tenant_id: string
  subject_id: string
  group_id: string
  email: string | null
  date_of_birth: string | null
  first_name: string | null
  last_name: string | null
  local_id: string | null
  custom_id_1: string | null
  custom_id_2: string | null
  email_key: GeneratedAlways<string | null>
  first_name_key: GeneratedAlways<string | null>
  last_name_key: GeneratedAlways<string | null>
  local_id_key: GeneratedAlways<string | null>
  custom_id_1_key: GeneratedAlways<string | null>
  custom_id_2_key: GeneratedAlways<string | null>
  updated_at: Generated<Date>
}

interface SubjectGroupsTable {
  tenant_id: string
  subject_id: string
  group_id: string
  organisation_id: string
  name_key: string
  is_home: boolean
  is_first_of_organisation: boolean
}

interface DeviceImagesTable {
  tenant_id: string
  id: string
  uploaded_by: string
  width: number
  height: number
  byte_size: number
  created_at: Generated<Date>
}

interface TestRecordsTable {
  tenant_id: string
  id: string
  test_id: string
  organisation_id: string
  group_id: string
  subject_id: string
  assay_id: string
  result: Result
  analyte_results: Json<TestRecord['analyteResults']>
  specimen: string | null
  performed_at: Date
  performed_zone: string
  location: string | null
  latitude: number | null
  longitude: number | null
  device_image_id: string | null
  lot: string | null
  lot_expiry: string | null
  note: string | null
  state: Generated<TestRecord['state']>
  recorded_by: string
  recorded_at: Generated<Date>
  version: Generated<number>
  updated_at: Generated<Date>
}

interface TestRecordVersionsTable {
  tenant_id: string
  test_record_id: string
  version: number
  snapshot: Json<unknown>
  changed_by: string
  changed_at: Generated<Date>
  reason: string
  reason_text: string | null
  note: string | null
}

interface TokensTable {
  tenant_id: string
  token_hash: Buffer
  user_id: string
  purpose: 'set-up' | 'verify-registration' | 'verify-email' | 'password'
  email: string
  expires_at: Date
  created_at: Generated<Date>
}

interface MessagesTable {
  tenant_id: string
  id: string
  user_id: string | null
  invite_id: string | null
  channel: 'email' | 'text'
  template:
    | 'password-reset'
    | 'password-changed'
    | 'verify-registration'
    | 'already-registered'
    | 'verify-email'
    | 'staff-invitation'
    | 'administrator-reset'
    | 'account-suspended'
    | 'account-reactivated'
    | 'email-changed'
    | 'account-deleted'
    | 'patient-invitation'
  recipient: string
  locale: Locale
  state: Generated<'waiting' | 'sent' | 'failed'>
  sent_at: Date | null
  created_at: Generated<Date>
}

interface DevelopmentMailTable {
  tenant_id: string
  id: string
  channel: 'email' | 'text'
  recipient: string
  subject: string
  text: string
  html: string
  created_at: Generated<Date>
}

interface InvitesTable extends Versioned {
  tenant_id: string
  id: string
  organisation_id: string
  group_id: string
  email: string
  email_key: GeneratedAlways<string>
  mobile: string | null
  lang: Language
  state: Generated<InviteState>
  invited_by: string
  user_id: string | null
  sent_at: Generated<Date>
  expires_at: Date
  redeemed_at: Date | null
  revoked_at: Date | null
}

interface AccountDeletionsTable {
  tenant_id: string
  id: string
  user_type: UserType
  reason: DeletionReason
  reason_text: string | null
  deleted_on: Generated<string>
}

interface InviteCodesTable {
  tenant_id: string
  code_hash: Buffer
  invite_id: string
  channel: 'email' | 'text'
  last_four: string
  created_at: Generated<Date>
}

interface TestDraftsTable {
  tenant_id: string
  user_id: string
  idempotency_key: string
  subject_id: string | null
  content: Json<Omit<TestDraft, 'subjectId'>>
  started_at: Generated<Date>
  kept_at: Generated<Date>
}
