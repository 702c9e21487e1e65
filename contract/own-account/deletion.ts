import * as z from 'zod/mini'
import { givenPassword } from '../rules/password.ts'
import { reasonCheck, reasonFields } from '../rules/reasons.ts'

export const accountDeletion = z
  .strictObject({
    currentPassword: givenPassword,
    ...reasonFields,
  })
  .check(reasonCheck)
