import * as z from 'zod/mini'
import { reasonCheck, reasonFields } from '../rules/reasons.ts'

/** What the form of account deletion sends. */
export const accountDeletion = z
  .strictObject({
    currentPassword: z.string().check(z.minLength(1), z.maxLength(128)),
    ...reasonFields,
  })
  .check(reasonCheck)
