import * as z from 'zod/mini'
import { userTypes } from '../permissions/permissions.ts'
import { chosenName } from '../rules/chosen-name.ts'
import { email } from '../rules/email.ts'
import { languages } from '../rules/formats.ts'
import { id } from '../schema.ts'
import { standing } from '../standing.ts'

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
  emailVerification: z.enum(['verified', 'unverified']),
  /** Whether they have a password, or still have to follow their invitation. */
  isSetUp: z.boolean(),
  lastLogin: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
  invitedWhen: z.nullable(z.string()),
  version: z.int(),
})
export type ManagedUser = z.infer<typeof managedUser>

const placement = {
  fullName: chosenName,
  userType: z.enum(userTypes),
  /** Null for a tenant's users alone. */
  organisationId: z.nullable(id),
  /** Groups of that organisation; users of the types group and clinical have at least one. */
  groupIds: z.array(id).check(z.maxLength(100)),
  lang: z.enum(languages),
}

/** A member of staff to invite. */
export const newUser = z.strictObject({ email, ...placement })
export type NewUser = z.infer<typeof newUser>

/** What may be changed of a user by others; the email is theirs to change. */
export const userChange = z.strictObject(placement)
export type UserChange = z.infer<typeof userChange>
