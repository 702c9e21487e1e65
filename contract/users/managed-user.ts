import * as z from 'zod/mini'
import { userTypes, type UserType } from '../permissions/permissions.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { languages } from '../locales.ts'
import { id, ids } from '../schema.ts'
import { standing } from '../standing.ts'
import { userStates } from './user-list.ts'

const named = z.strictObject({ id, name: z.string() })

/** A user as shown to people who manage users. Instants are ISO 8601 in UTC. */
export const managedUser = z.strictObject({
  id,
  email: z.string(),
  fullName: z.string(),
  userType: z.strictObject({ name: z.enum(userTypes), displayName: z.string() }),
  organisation: z.nullable(named),
  /** Only groups of the actor's scope. */
  groups: z.array(z.strictObject({ id, name: z.string(), organisationId: id })),
  lang: z.enum(languages),
  status: standing,
  state: z.enum(userStates),
  emailVerification: z.enum(['verified', 'unverified']),
  /** True if they have a password; false until they follow their invitation. */
  isSetUp: z.boolean(),
  lastLogin: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
  invitedWhen: z.nullable(z.string()),
  version: z.int(),
})
export type ManagedUser = z.infer<typeof managedUser>

/**
 * Why an actor cannot perform an action on a user: it is not permitted (`forbidden`), the user is the actor, or a
 * patient, whose place is that of their invite; the user belongs to groups that the actor does not see; or the account
 * is in the wrong state.
 */
const obstacles = [
  'forbidden',
  'self',
  'patient',
  'other-groups',
  'suspended',
  'no-password',
  'has-password',
  'no-session',
] as const
export type Obstacle = (typeof obstacles)[number]

const obstacle = z.nullable(z.enum(obstacles))

/** One user in full, as shown to people who manage users. */
export const userDetail = z.extend(managedUser, {
  pendingEmail: z.nullable(z.string()),
  /** The open sessions; null for actors who may not edit the user. */
  sessions: z.nullable(z.strictObject({ count: z.int(), lastSeenAt: z.nullable(z.string()) })),
  /**
   * The tests that they recorded, among those that the actor sees, counted as in a list; null for actors who see none.
   */
  testsRecorded: z.nullable(z.strictObject({ total: z.int(), totalIsCapped: z.boolean() })),
  /** Why the actor cannot perform each action on the user; null if they can. */
  obstacles: z.strictObject({
    edit: obstacle,
    /** Moving the user to another organisation or other groups. */
    move: obstacle,
    changeType: obstacle,
    /** Also applies to reactivating. */
    suspend: obstacle,
    resetPassword: obstacle,
    resendInvitation: obstacle,
    endSessions: obstacle,
  }),
})
export type UserDetail = z.infer<typeof userDetail>

const placement = {
  fullName: chosenName,
  userType: z.enum(userTypes),
  /** Null only for users of the whole tenant. */
  organisationId: z.nullable(id),
  /** Groups of that organisation; users of the types group and clinical have at least one. */
  groupIds: ids(100),
  lang: z.enum(languages),
}

/** True for types whose users only see the records of their groups, so that they need at least one. */
export function needsGroup(userType: UserType): boolean {
  return userType === 'group' || userType === 'clinical'
}

/** A member of staff to invite. */
export const newUser = z.strictObject({ email, ...placement })
export type NewUser = z.infer<typeof newUser>

/** The fields that others may change of a user; only the user can change the email. */
export const userChange = z.strictObject(placement)
export type UserChange = z.infer<typeof userChange>
