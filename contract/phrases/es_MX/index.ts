import type { Phrases } from '../phrases.ts'
import { dashboard } from './dashboard.ts'
import { editing } from './editing.ts'
import { errors } from './errors.ts'
import { exportPhrases } from './export.ts'
import { fields } from './fields.ts'
import { groups } from './groups.ts'
import { history } from './history.ts'
import { invitee } from './invitee.ts'
import { invites } from './invites.ts'
import { lists } from './lists.ts'
import { mail } from './mail.ts'
import { organisations } from './organisations.ts'
import { ownAccount } from './own-account.ts'
import { passwords } from './passwords.ts'
import { places } from './places.ts'
import { ranges } from './ranges.ts'
import { recording } from './recording.ts'
import { registration } from './registration.ts'
import { results } from './results.ts'
import { rules } from './rules.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { tenants } from './tenants.ts'
import { subjects } from './subjects.ts'
import { testRecords } from './test-records.ts'
import { userTypes } from './user-types.ts'
import { users } from './users.ts'

/** Every phrase of Mexican Spanish. */
export const phrases: Phrases = {
  dashboard,
  editing,
  errors,
  export: exportPhrases,
  fields,
  groups,
  history,
  invitee,
  invites,
  lists,
  mail,
  organisations,
  ownAccount,
  passwords,
  places,
  ranges,
  recording,
  registration,
  results,
  rules,
  session,
  shell,
  tenants,
  subjects,
  testRecords,
  userTypes,
  users,
}
