/**
 * The folders of `server/` whose files write a table, if that is not only the folder of the same name. A table that
 * only the owner of the database writes needs no line.
 */
const writers: Readonly<Record<string, readonly string[]>> = {
  // Whatever changes a tenant also keeps the operator's directory.
  tenants: ['access', 'tenants'],
  tenant_limits: ['tenants'],
  tenant_permissions: ['tenants', 'permissions'],
  policy_versions: ['policies'],
  assay_organisation_meanings: ['assays'],
  assay_pictures: ['assays'],
  tenant_logos: ['tenants'],
  tenant_logo_wishes: ['tenants'],
  // Access records operators who act in a tenant from outside.
  known_operators: ['access'],
  operator_requests: ['operator'],
  // Logging out ends an operator's entry.
  operator_entries: ['operator', 'access'],
  users: ['accounts'],
  user_groups: ['accounts'],
  tokens: ['accounts'],
  account_deletions: ['own-account'],
  // Access records when a session or a token was last used.
  sessions: ['session', 'access'],
  api_tokens: ['api-tokens', 'access'],
  report_codes: ['monthly-reports'],
  reported_values: ['monthly-reports'],
  notification_rule_versions: ['notifications'],
  notification_rules: ['notifications'],
  notification_reports: ['notifications'],
  notification_report_items: ['notifications'],
  notification_sendings: ['notifications'],
  notification_follows: ['notifications'],
  webhook_secrets: ['webhooks'],
  webhook_attempts: ['webhooks'],
  browsers: ['session'],
  throttle_counters: ['access'],
  refusal_counts: ['access'],
  // A record and its event are written by one statement; the same holds for a command that clears an alarm.
  audit_events: ['access', 'test-records', 'audit'],
  audit_verifications: ['audit'],
  development_mail: ['messages'],
  message_counts: ['messages'],
  invite_codes: ['invites'],
  import_rows: ['imports'],
  import_changes: ['imports'],
  import_matches: ['imports'],
  import_test_matches: ['imports'],
  import_secrets: ['imports'],
  imported_tests: ['imports'],
  imported_people: ['imports'],
  import_mappings: ['imports'],
  subject_identities: ['subjects'],
  subject_details: ['subjects'],
  subject_groups: ['subjects'],
  subject_words: ['subjects'],
  merged_subjects: ['subjects'],
  // Whatever records a test of somebody who was merged keeps that for the undoing.
  subject_merges: ['subject-merges', 'subjects'],
  test_record_versions: ['test-records'],
  second_readings: ['test-records'],
  record_origins: ['test-records'],
  // The folder shards makes the trigger that writes it where tenants are spread over servers.
  record_deltas: ['test-records', 'shards'],
  // Database functions that this folder calls write the table.
  record_quarters: ['test-records'],
  record_facets: ['test-records'],
  verification_keys: ['test-records'],
  test_drafts: ['test-records'],
  test_run_drafts: ['test-runs'],
  round_rows: ['rounds'],
  outbreak_rules: ['outbreaks'],
  outbreak_mail_refusals: ['outbreaks'],
  testing_algorithm_versions: ['testing-algorithms'],
  test_set_tests: ['test-sets'],
  idempotency_keys: ['access'],
  web_assets: ['platform'],
  web_builds: ['platform'],
}

/** One removes expired rows from any table, by a list of them, and one empties all before a backup is loaded. */
const writersOfAny = ['server/upkeep/repository.ts', 'server/backups/loading-repository.ts']

/** Finds writes to tables that a file of the server does not own, or whose table it does not name. */
export function wrongWrites(file: string, source: string): string[] {
  const folder = /^server\/([^/]+)\//.exec(file)?.[1] ?? ''
  return writtenIn(source).flatMap((table) => {
    if (table === undefined) return writersOfAny.includes(file) ? [] : ['a table without its name']
    const owners = writers[table] ?? [table.replaceAll('_', '-')]
    return owners.includes(folder) ? [] : [`${table}, which is written by server/${owners.join(' and server/')}`]
  })
}

/**
 * The tables that a text inserts into, updates or deletes from, by Kysely or SQL; undefined for one that is not named
 * literally.
 */
function writtenIn(source: string): (string | undefined)[] {
  const code = source.replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '')
  return [...code.matchAll(byKysely), ...code.matchAll(bySql)].map(([, table]) => table)
}

/** Matches a quoted name, or any other argument. */
const byKysely = /\.(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(\s*(?:['"`]([a-z_]+)|[^\s'"`])/g
/** Excludes the locks `for update` and `for no key update`, `on conflict do update`, and triggers `after update`. */
const bySql =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|(?<!\b(?:for|do|key|after)\s+)update)\s+(?:only\s+)?(?:([a-z_]+)\b|\$\{)/gi
