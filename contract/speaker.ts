import * as z from 'zod/mini'
import { anyText } from './schema.ts'

/**
 * The request header with which a page names its user: the id of the person that it shows, a dot, and the id of the
 * tenant whose records it shows, which for an operator may be another's. A session of somebody else refuses the request
 * with `other-session` before anything is done or answered, so that a page that slept never acts as a colleague.
 * Requests without the header are served normally.
 */
export const speakerHeader = 'x-speaker'

/**
 * Names the page's user in an address that the browser opens by itself, such as that of an image, where no header can
 * be sent.
 */
export const speakerInAddress = { speaker: z.optional(anyText(100)) }

/** The value of the header for a page that shows this person. */
export function speakerOf({ id, tenant }: { id: string; tenant: { id: string } }): string {
  return `${id}.${tenant.id}`
}

/** The reply header with the database's time, in milliseconds since 1970, which pages use as their clock. */
export const serverTimeHeader = 'x-server-time'
