import * as z from 'zod/mini'
import { id } from '../schema.ts'

/** Where a record comes from: it was made here, came from a file, or was sent by a machine with a token. */
export const origins = ['here', 'import', 'token'] as const
export type Origin = (typeof origins)[number]

/** The import or the token by which a record came. */
export const recordSource = z.strictObject({
  id,
  /** The name of the file, or that of the token. */
  name: z.string(),
  /** Who recorded the test according to the file; null if it does not say, and for a token. */
  recordedBy: z.nullable(z.string()),
})
