import { recordAudit } from '../access/audit/audit.ts'
import type { Scope } from '../access/scope.ts'
import { linkSubjectRows } from './linking-repository.ts'

/** Links subjects to the patients whose email and date of birth they have, with an event for each. */
export async function link(scope: Scope, whose: Parameters<typeof linkSubjectRows>[1]): Promise<void> {
  for (const { id, user_id } of await linkSubjectRows(scope, whose)) {
    await recordAudit(scope, {
      action: 'subject.linked',
      actorId: scope.actor?.id ?? user_id,
      resourceType: 'subject',
      resourceId: id,
      details: { userId: user_id },
    })
  }
}
