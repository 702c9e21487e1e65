import * as z from 'zod/mini'
import { givenPassword } from '../rules/password.ts'
import { reasonCheck, reasonFields } from '../rules/reasons.ts'

/** The body of the form of account deletion. */
export const accountDeletion = z
  .strictObject({
    currentPassword: givenPassword,
    ...reasonFields,
  })
  .check(reasonCheck)
