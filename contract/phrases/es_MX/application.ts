import type { Phrases } from '../phrases.ts'
import { dashboard } from './dashboard.ts'
import { errors } from './errors.ts'
import { exportPhrases } from './export.ts'
import { ownAccount } from './own-account.ts'
import { passwords } from './passwords.ts'
import { ranges } from './ranges.ts'
import { registration } from './registration.ts'
import { results } from './results.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { recording } from './recording.ts'
import { testRecords } from './test-records.ts'
import { userTypes } from './user-types.ts'
import { validation } from './validation.ts'

/** What the web app says: everything but what stands in mail. */
export const phrases: Omit<Phrases, 'mail'> = {
  dashboard,
  errors,
  export: exportPhrases,
  ownAccount,
  passwords,
  ranges,
  recording,
  registration,
  results,
  session,
  shell,
  testRecords,
  userTypes,
  validation,
}
