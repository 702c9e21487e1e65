import type { dashboard } from './en_GB/dashboard.ts'
import type { errors } from './en_GB/errors.ts'
import type { exportPhrases } from './en_GB/export.ts'
import type { invitee } from './en_GB/invitee.ts'
import type { invites } from './en_GB/invites.ts'
import type { lists } from './en_GB/lists.ts'
import type { mail } from './en_GB/mail.ts'
import type { ownAccount } from './en_GB/own-account.ts'
import type { passwords } from './en_GB/passwords.ts'
import type { ranges } from './en_GB/ranges.ts'
import type { registration } from './en_GB/registration.ts'
import type { results } from './en_GB/results.ts'
import type { session } from './en_GB/session.ts'
import type { shell } from './en_GB/shell.ts'
import type { recording } from './en_GB/recording.ts'
import type { testRecords } from './en_GB/test-records.ts'
import type { userTypes } from './en_GB/user-types.ts'
import type { validation } from './en_GB/validation.ts'

/** The phrases of a locale, by noun. British English names the keys; the other locales must have the same. */
export interface Phrases {
  dashboard: Translated<typeof dashboard>
  errors: Translated<typeof errors>
  export: Translated<typeof exportPhrases>
  invitee: Translated<typeof invitee>
  invites: Translated<typeof invites>
  lists: Translated<typeof lists>
  mail: Translated<typeof mail>
  ownAccount: Translated<typeof ownAccount>
  passwords: Translated<typeof passwords>
  ranges: Translated<typeof ranges>
  registration: Translated<typeof registration>
  results: Translated<typeof results>
  recording: Translated<typeof recording>
  session: Translated<typeof session>
  shell: Translated<typeof shell>
  testRecords: Translated<typeof testRecords>
  userTypes: Translated<typeof userTypes>
  validation: Translated<typeof validation>
}

/** The same keys with any text; a plural may have the further form `_many`, which Spanish needs for millions. */
type Translated<T> = { [K in keyof T]: string } & { [K in `${string}_many`]?: string }
