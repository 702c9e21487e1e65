import * as z from 'zod/mini'
import { inviteCode } from '../rules/invite-code.ts'
import { dataOf, id } from '../schema.ts'

/** What questions about whose an invite is have in common. The code is sent in the body, because addresses are logged. */
export const whoseInvite = {
  requires: { rule: 'mayDoRounds' },
  body: z.strictObject({ code: inviteCode }),
  replies: { 200: dataOf(z.strictObject({ subjectId: z.nullable(id) })) },
  // A scan every three seconds.
  limit: { attempts: 300, minutes: 15 },
} as const
