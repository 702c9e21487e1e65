import * as z from 'zod/mini'
import { optionalProse } from '../schema.ts'

/** Why an account is deleted (spec §5). `other` needs its text; code and text are stored apart. */
export const deletionReasons = [
  'blank-recorded-in-error',
  'created-in-error',
  'data-entered-incorrectly',
  'no-longer-required',
  'other',
] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** What the form of account deletion sends. A text goes with `other` alone. */
export const accountDeletion = z
  .strictObject({
    currentPassword: z.string().check(z.minLength(1), z.maxLength(128)),
    reason: z.enum(deletionReasons),
    reasonText: optionalProse(255),
  })
  .check(
    z.refine(({ reason, reasonText }) => (reason === 'other') === (reasonText !== null), {
      path: ['reasonText'],
      params: { phrase: 'deletionReason', values: {} },
    }),
  )
