import type { User } from '../../contract/own-account/user.ts'
import { heldBy } from '../../contract/permissions/can.ts'
import type { Scope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { findUser, type UserRow } from './repository.ts'

// Only this noun writes accounts. Single statements are exported as they are; the nouns above decide who may run them
// and what else ends: users (staff), own-account (the person), session (holders of a password or a link).
export {
  hideFirstSteps,
  holdUser,
  listAdministrators,
  insertMachine,
  insertPatient,
  insertStaff,
  lockUser,
  moveBetweenGroups,
  noteLogin,
  updateAccount,
  updatePasswordHash,
  updateTerms,
  type NewPatient,
} from './repository.ts'
export { beginEmailChange, cancelEmailChange, markVerified, movePendingEmail } from './email-repository.ts'
export { erasePerson, isLastAdministrator, lockPerson } from './erasure-repository.ts'
export { deleteTokens, findToken, insertToken, useToken, type Link } from './link-repository.ts'
export { hashPassword, passwordProblem, renewedHash, verifyPassword } from './password.ts'

/** Returns a user in the form of the web app's logged-in user. Throws `not-found`. */
export async function getUser(scope: Scope, userId: string): Promise<User> {
  return toUser(scope, found(await findUser(scope, userId)))
}

function toUser({ locale, tenant }: Scope, row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    userType: { name: row.user_type, displayName: wordsIn(locale)(`userTypes:${row.user_type}`) },
    permissions: [
      ...heldBy(
        { userType: row.user_type, permissions: row.permissions ?? [], features: tenant.features },
        row.invited_by !== null,
      ),
    ],
    termsAccepted: row.terms_accepted_version === tenant.termsVersion,
    groups: row.groups,
    organisation: row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    tenant: { id: row.tenant_id, name: row.tenant_name },
    entry: null,
    lang: row.lang,
    assay_id: row.assay_id,
    emailVerification: row.email_verified_at === null ? 'unverified' : 'verified',
    // A user who has left has no session, so only two states are possible.
    status: row.status === 'active' ? 'active' : 'suspended',
    lastLogin: row.last_login_at?.toISOString() ?? null,
    invitedBy: row.invited_by_name,
    invitedWhen: row.invited_at?.toISOString() ?? null,
    dateOfBirth: row.date_of_birth,
    mobile: row.mobile,
    version: row.version,
  }
}
