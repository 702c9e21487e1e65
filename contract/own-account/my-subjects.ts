import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { personDetails } from '../subjects/details.ts'
import { wholeIdentity } from '../subjects/subject.ts'

/** A subject that is the user, with the details that the tenant keeps; other details are null. */
const ownSubject = z.strictObject({
  id,
  organisation: z.string(),
  group: z.string(),
  ...wholeIdentity.shape,
  details: personDetails,
})
export type OwnSubject = z.infer<typeof ownSubject>

/** Lists the test subjects that are the user, by time of adding: one for each place that added them separately. */
export const listMySubjects = endpoint('listMySubjects', 'GET /users/my-details/subjects', {
  summary: 'What is known of me as a test subject',
  requires: 'logged-in',
  replies: { 200: dataOf(z.array(ownSubject)) },
  audit: 'subject.opened',
})
