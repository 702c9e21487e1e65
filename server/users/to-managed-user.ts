import type { ManagedUser } from '../../contract/users/managed-user.ts'
import type { Scope } from '../access/scope.ts'
import { wordsIn } from '../platform/phrases.ts'
import type { UserRow } from './repository.ts'

export function toManagedUser({ locale }: Scope, row: UserRow): ManagedUser {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    userType: { name: row.user_type, displayName: wordsIn(locale)(`userTypes:${row.user_type}`) },
    organisation: row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    groups: row.groups.map(({ id, name, organisationId }) => ({ id, name, organisationId })),
    lang: row.lang,
    status: row.status,
    emailVerification: row.email_verified_at === null ? 'unverified' : 'verified',
    isSetUp: row.is_set_up,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    invitedBy: row.invited_by_name,
    invitedWhen: row.invited_at?.toISOString() ?? null,
    version: row.version,
  }
}
