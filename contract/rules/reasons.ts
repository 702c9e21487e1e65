import * as z from 'zod/mini'
import { optionalProse } from '../schema.ts'

/** Why an account is deleted, or a test record voided or corrected (spec §5). `other` needs its text; code and text are stored apart. */
export const deletionReasons = [
  'blank-recorded-in-error',
  'created-in-error',
  'data-entered-incorrectly',
  'no-longer-required',
  'other',
] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** A reason as forms send it. A text goes with `other` alone, which `reasonCheck` makes sure of. */
export const reasonFields = { reason: z.enum(deletionReasons), reasonText: optionalProse(255) }

/** For an object that has the fields of a reason. */
export const reasonCheck = z.refine<{ reason: DeletionReason; reasonText: string | null }>(
  ({ reason, reasonText }) => (reason === 'other') === (reasonText !== null),
  { path: ['reasonText'], params: { phrase: 'deletionReason', values: {} } },
)
