/**
 * Where one PostgreSQL and several differ. With Citus, tenants are spread over servers, and `distribute` puts each table
 * where this file says. Records are counted as `counted-by-row.ts` says. Everything else is the same for both. See
 * docs/decisions/0103-tenants-over-several-servers.md.
 */

/** Where a table is: with the tenant of each row, on every server, or on the coordinator, to which Lateral connects. */
type Place = 'with its tenant' | 'everywhere' | 'coordinator'

/** Every table of the schema. One that belongs to tenants is `with its tenant`, unless something goes over all of them. */
export const places: Readonly<Record<string, Place>> = {
  // Asked which tenant a host belongs to, by the statement that reads that tenant.
  tenant_addresses: 'everywhere',
  // What the operator offers to every tenant, and sees of each.
  catalogue_entries: 'coordinator',
  tenant_directory: 'coordinator',
  // When each round came to each tenant, and the queue of exports of all tenants.
  tenant_turns: 'coordinator',
  export_turns: 'coordinator',
  // What belongs to no tenant.
  kysely_migration: 'coordinator',
  kysely_migration_lock: 'coordinator',
  oldest_version: 'coordinator',
  web_assets: 'coordinator',
  web_builds: 'coordinator',
  // The rows of tenants.
  account_deletions: 'with its tenant',
  api_tokens: 'with its tenant',
  assay_organisation_meanings: 'with its tenant',
  assay_pictures: 'with its tenant',
  assay_versions: 'with its tenant',
  assay_words: 'with its tenant',
  assays: 'with its tenant',
  audit_events: 'with its tenant',
  audit_verifications: 'with its tenant',
  browsers: 'with its tenant',
  deliveries: 'with its tenant',
  development_mail: 'with its tenant',
  device_images: 'with its tenant',
  erasures: 'with its tenant',
  group_words: 'with its tenant',
  groups: 'with its tenant',
  idempotency_keys: 'with its tenant',
  import_changes: 'with its tenant',
  import_mappings: 'with its tenant',
  import_matches: 'with its tenant',
  import_rows: 'with its tenant',
  import_secrets: 'with its tenant',
  import_test_matches: 'with its tenant',
  imported_people: 'with its tenant',
  imported_tests: 'with its tenant',
  imports: 'with its tenant',
  invite_codes: 'with its tenant',
  invite_words: 'with its tenant',
  invites: 'with its tenant',
  known_operators: 'with its tenant',
  merged_subjects: 'with its tenant',
  message_counts: 'with its tenant',
  messages: 'with its tenant',
  notification_follows: 'with its tenant',
  notification_report_items: 'with its tenant',
  notification_reports: 'with its tenant',
  notification_rule_versions: 'with its tenant',
  notification_rules: 'with its tenant',
  notification_sendings: 'with its tenant',
  notifications: 'with its tenant',
  operator_entries: 'with its tenant',
  operator_requests: 'with its tenant',
  organisation_words: 'with its tenant',
  organisations: 'with its tenant',
  outbreak_mail_refusals: 'with its tenant',
  outbreak_rules: 'with its tenant',
  outbreaks: 'with its tenant',
  policy_versions: 'with its tenant',
  record_deltas: 'with its tenant',
  record_facets: 'with its tenant',
  record_origins: 'with its tenant',
  record_quarters: 'with its tenant',
  refusal_counts: 'with its tenant',
  report_codes: 'with its tenant',
  reported_values: 'with its tenant',
  round_rows: 'with its tenant',
  rounds: 'with its tenant',
  second_readings: 'with its tenant',
  sessions: 'with its tenant',
  subject_details: 'with its tenant',
  subject_groups: 'with its tenant',
  subject_identities: 'with its tenant',
  subject_merges: 'with its tenant',
  subject_words: 'with its tenant',
  subjects: 'with its tenant',
  tenant_limits: 'with its tenant',
  tenant_logo_wishes: 'with its tenant',
  tenant_logos: 'with its tenant',
  tenant_permissions: 'with its tenant',
  tenants: 'with its tenant',
  test_drafts: 'with its tenant',
  test_record_versions: 'with its tenant',
  test_records: 'with its tenant',
  test_run_drafts: 'with its tenant',
  test_runs: 'with its tenant',
  test_set_tests: 'with its tenant',
  test_sets: 'with its tenant',
  testing_algorithm_versions: 'with its tenant',
  testing_algorithms: 'with its tenant',
  throttle_counters: 'with its tenant',
  tokens: 'with its tenant',
  user_groups: 'with its tenant',
  user_words: 'with its tenant',
  users: 'with its tenant',
  verification_keys: 'with its tenant',
  webhook_attempts: 'with its tenant',
  webhook_secrets: 'with its tenant',
  webhooks: 'with its tenant',
}

/** The column by which the rows of a table are spread. */
export const tenantColumnOf = (table: string): 'id' | 'tenant_id' => (table === 'tenants' ? 'id' : 'tenant_id')

/**
 * Constraints that hold on one PostgreSQL and not on several, beside foreign keys between tables in different places, which
 * `distribute` finds by itself. What each protects holds by other means.
 */
export const cutConstraints: readonly { table: string; constraint: string; because: string }[] = [
  {
    table: 'tenants',
    constraint: 'tenants_slug_key',
    because: 'a server cannot see the tenants of another; tenant_addresses keeps addresses unique',
  },
  {
    table: 'tenants',
    constraint: 'tenants_id_assay_id_fkey',
    because: 'tenants and assays name each other; an assay is never deleted',
  },
]

/** Triggers that write to a table in another place. Statements of the server write the same (`0149`). */
export const cutTriggers: readonly { table: string; trigger: string }[] = [
  { table: 'tenants', trigger: 'tenant_directory' },
  { table: 'tenants', trigger: 'tenant_turns_of_new' },
  { table: 'assays', trigger: 'catalogue_entries' },
]
