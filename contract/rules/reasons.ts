import * as z from 'zod/mini'
import { optionalProse } from '../schema.ts'

/**
 * Reasons for deleting an account, and for voiding or correcting a test record (spec §5). `other` needs a text; code
 * and text are stored separately.
 */
export const deletionReasons = [
  'blank-recorded-in-error',
  'created-in-error',
  'data-entered-incorrectly',
  'no-longer-required',
  'other',
] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** A reason as sent by forms. Only `other` comes with a text, which `reasonCheck` enforces. */
export const reasonFields = { reason: z.enum(deletionReasons), reasonText: optionalProse(255) }

/** The check for an object with the fields of a reason. */
export const reasonCheck = z.refine<{ reason: DeletionReason; reasonText: string | null }>(
  ({ reason, reasonText }) => (reason === 'other') === (reasonText !== null),
  { path: ['reasonText'], params: { phrase: 'deletionReason', values: {} } },
)
