/**
 * The folder of `server/` whose files write a table, where that is not the folder of the same name. A table that only the
 * owner of the database writes needs no line, nor does one that is written by the noun of its name.
 */
const writers: Readonly<Record<string, readonly string[]>> = {
  // Which assay is the default is said where assays are kept.
  tenants: ['tenants', 'assays'],
  tenant_limits: ['tenants'],
  tenant_permissions: ['tenants', 'permissions'],
  policy_versions: ['policies'],
  assay_organisation_meanings: ['assays'],
  assay_pictures: ['assays'],
  tenant_logos: ['tenants'],
  tenant_logo_wishes: ['tenants'],
  // Whoever acts in a tenant from outside says who it is.
  known_operators: ['access'],
  operator_requests: ['operator'],
  // Whoever logs out leaves what they entered.
  operator_entries: ['operator', 'access'],
  users: ['accounts'],
  user_groups: ['accounts'],
  tokens: ['accounts'],
  account_deletions: ['own-account'],
  // The door notes when a session was seen.
  sessions: ['session', 'access'],
  browsers: ['session'],
  throttle_counters: ['access'],
  refusal_counts: ['access'],
  // A record and its event are one statement; so is what a command does that clears an alarm.
  audit_events: ['access', 'test-records', 'audit'],
  audit_verifications: ['audit'],
  development_mail: ['messages'],
  message_counts: ['messages'],
  invite_codes: ['invites'],
  subject_identities: ['subjects'],
  subject_groups: ['subjects'],
  subject_words: ['subjects'],
  merged_subjects: ['subjects'],
  test_record_versions: ['test-records'],
  second_readings: ['test-records'],
  // By functions of the database, which this folder calls.
  record_deltas: ['test-records'],
  record_quarters: ['test-records'],
  record_facets: ['test-records'],
  verification_keys: ['test-records'],
  test_drafts: ['test-records'],
  test_run_drafts: ['test-runs'],
  idempotency_keys: ['access'],
}

/** Removes what is over from any table, by a list of them. */
const keeperOfAges = 'server/upkeep/repository.ts'

/** What is wrong with the statements of a file of the server: tables that it does not own, or does not name. */
export function wrongWrites(file: string, source: string): string[] {
  const folder = /^server\/([^/]+)\//.exec(file)?.[1] ?? ''
  return writtenIn(source).flatMap((table) => {
    if (table === undefined) return file === keeperOfAges ? [] : ['a table without its name']
    const owners = writers[table] ?? [table.replaceAll('_', '-')]
    return owners.includes(folder) ? [] : [`${table}, which is written by server/${owners.join(' and server/')}`]
  })
}

/** The tables that a text inserts into, updates or deletes from, as Kysely or as SQL; undefined for one it does not name. */
function writtenIn(source: string): (string | undefined)[] {
  const code = source.replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, '')
  return [...code.matchAll(byKysely), ...code.matchAll(bySql)].map(([, table]) => table)
}

/** A name that is quoted, or something else than a name. */
const byKysely = /\.(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(\s*(?:['"`]([a-z_]+)|[^\s'"`])/g
/** Not the locks `for update` and `for no key update`, nor `on conflict do update`. */
const bySql =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|(?<!\b(?:for|do|key)\s+)update)\s+(?:only\s+)?(?:([a-z_]+)\b|\$\{)/gi
