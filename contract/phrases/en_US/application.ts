import type { Phrases } from '../phrases.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { exportPhrases } from './export.ts'
import { lists } from './lists.ts'
import { ranges } from './ranges.ts'
import { results } from './results.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { recording } from './recording.ts'
import { testRecords } from './test-records.ts'
import { userTypes } from './user-types.ts'
import { validation } from './validation.ts'

/** What every page of the web app says; `accounts.ts` and `invites.ts` have more for some, and mail says what it says itself. */
export const phrases: Omit<Phrases, 'invitee' | 'invites' | 'mail' | 'ownAccount' | 'passwords' | 'registration'> = {
  dashboard,
  errors,
  export: exportPhrases,
  lists,
  ranges,
  recording,
  results,
  session,
  shell,
  testRecords,
  userTypes,
  validation,
}
