import * as z from 'zod/mini'
import { anyText } from './schema.ts'

/**
 * With each request a page says for whom it speaks: the id of the person that it shows, and behind a dot the id of the tenant whose
 * records it shows, which for an operator may be another's. A session of somebody else refuses it with `other-session` before
 * anything is done or answered, so that a page which slept never acts as a colleague. Without it a request is served as it is.
 */
export const speakerHeader = 'x-speaker'

/** Says the same in an address that the browser opens by itself, as of an image, where no header can be sent. */
export const speakerInAddress = { speaker: z.optional(anyText(100)) }

/** For whom a page speaks that shows this person. */
export function speakerOf({ id, tenant }: { id: string; tenant: { id: string } }): string {
  return `${id}.${tenant.id}`
}

/** Each reply says what time it is by the clock of the database, in milliseconds since 1970: pages go by it. */
export const serverTimeHeader = 'x-server-time'
