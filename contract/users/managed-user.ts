import * as z from 'zod/mini'
import { userTypes, type UserType } from '../permissions/permissions.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { languages } from '../rules/formats.ts'
import { id, ids } from '../schema.ts'
import { standing } from '../standing.ts'
import { userStates } from './user-filter.ts'

const named = z.strictObject({ id, name: z.string() })

/** A user as those see them who look after users. Instants are ISO 8601 in UTC. */
export const managedUser = z.strictObject({
  id,
  email: z.string(),
  fullName: z.string(),
  userType: z.strictObject({ name: z.enum(userTypes), displayName: z.string() }),
  organisation: z.nullable(named),
  /** Those of the actor's scope. */
  groups: z.array(z.strictObject({ id, name: z.string(), organisationId: id })),
  lang: z.enum(languages),
  status: standing,
  state: z.enum(userStates),
  emailVerification: z.enum(['verified', 'unverified']),
  /** Whether they have a password, or still have to follow their invitation. */
  isSetUp: z.boolean(),
  lastLogin: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
  invitedWhen: z.nullable(z.string()),
  version: z.int(),
})
export type ManagedUser = z.infer<typeof managedUser>

/**
 * Why somebody cannot do something to a user: they may not (`forbidden`), it is themselves, or a patient, whose place is
 * that of their invite; the user belongs to groups that they do not see; or the account is not in the state for it.
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

/** One user as those see them who look after users. */
export const userDetail = z.extend(managedUser, {
  /** The email that waits to be verified in place of the present one. */
  pendingEmail: z.nullable(z.string()),
  /** Where they are logged in now; null for whoever may not edit them. */
  sessions: z.nullable(z.strictObject({ count: z.int(), lastSeenAt: z.nullable(z.string()) })),
  /** Tests that they recorded, of those that the actor sees, counted as a list counts; null for whoever sees none. */
  testsRecorded: z.nullable(z.strictObject({ total: z.int(), totalIsCapped: z.boolean() })),
  /** What keeps the actor from each thing that can be done to a user; null where nothing does. */
  obstacles: z.strictObject({
    edit: obstacle,
    /** To another organisation or other groups. */
    move: obstacle,
    changeType: obstacle,
    /** And to reactivate. */
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
  /** Null for a tenant's users alone. */
  organisationId: z.nullable(id),
  /** Groups of that organisation; users of the types group and clinical have at least one. */
  groupIds: ids(100),
  lang: z.enum(languages),
}

/** Types whose users see the records of their groups alone, so that they need at least one. */
export function needsGroup(userType: UserType): boolean {
  return userType === 'group' || userType === 'clinical'
}

/** A member of staff to invite. */
export const newUser = z.strictObject({ email, ...placement })
export type NewUser = z.infer<typeof newUser>

/** What may be changed of a user by others; the email is theirs to change. */
export const userChange = z.strictObject(placement)
export type UserChange = z.infer<typeof userChange>
