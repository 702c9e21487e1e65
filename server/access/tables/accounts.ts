import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { TokenPermission } from '../../../contract/api-tokens/rights.ts'
import type { InviteState } from '../../../contract/invites/invite-list.ts'
import type { DeletionReason } from '../../../contract/rules/reasons.ts'
import type { UserType } from '../../../contract/permissions/permissions.ts'
import type { Language } from '../../../contract/locales.ts'
import type { Country } from '../../../contract/rules/countries.ts'
import type { Standing } from '../../../contract/standing.ts'
import type { Versioned } from './column-types.ts'

/** Tables of users, their invitations and their logins. */
export interface AccountTables {
  users: UsersTable
  user_words: { tenant_id: string; word: string; user_id: string }
  user_groups: { tenant_id: string; user_id: string; group_id: string }
  sessions: SessionsTable
  browsers: BrowsersTable
  tokens: TokensTable
  api_tokens: ApiTokensTable
  invites: InvitesTable
  invite_words: { tenant_id: string; word: string; invite_id: string }
  invite_codes: InviteCodesTable
  account_deletions: AccountDeletionsTable
  erasures: {
    tenant_id: string
    user_id: string
    subject_ids: readonly string[]
    invite_ids: readonly string[]
    erased_at: Generated<Date>
    kept_at: Date | null
  }
}

interface UsersTable extends Versioned {
  tenant_id: string
  id: string
  email: string
  email_key: GeneratedAlways<string>
  full_name: string
  name_key: GeneratedAlways<string>
  /**
   * The account of a token has the type `machine`, which no person has. Statements that select types leave it out:
   * `isPerson` in `../actor-predicate.ts`.
   */
  user_type: ColumnType<UserType, UserType | 'machine', UserType>
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
  first_steps_hidden_at: Date | null
}

interface SessionsTable {
  tenant_id: string
  token_hash: Buffer
  id: string
  user_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  entered_tenant_id: string | null
  entry_id: string | null
}

interface BrowsersTable {
  tenant_id: string
  user_id: string
  purpose: 'email' | 'login'
  token_hash: Buffer
  used_at: Generated<Date>
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

interface ApiTokensTable {
  tenant_id: string
  id: string
  token_hash: Buffer
  last_four: string
  permissions: TokenPermission[]
  organisation_id: string | null
  group_ids: string[] | null
  expires_at: Date
  last_used_on: ColumnType<string | null, never, string>
  refused_calls: ColumnType<number, never, number>
  last_refused_on: ColumnType<string | null, never, string>
  made_by: string
  created_at: Generated<Date>
  revoked_at: ColumnType<Date | null, never, Date>
  revoked_by: ColumnType<string | null, never, string>
  warned_at: ColumnType<Date | null, never, Date>
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

interface InviteCodesTable {
  tenant_id: string
  code_hash: Buffer
  invite_id: string
  channel: 'email' | 'text'
  last_four: string
  created_at: Generated<Date>
}

interface AccountDeletionsTable {
  tenant_id: string
  id: string
  user_type: UserType
  reason: DeletionReason
  reason_text: string | null
  deleted_on: Generated<string>
}
