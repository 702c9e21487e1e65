import { recordAudit } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { linkSubjectRows, unlinkStranger } from './linking-repository.ts'

/**
 * Links a patient to the subjects that are about them, anywhere in the tenant, so that they see the records. Must be
 * called when their email becomes verified; does nothing for other users or when repeated.
 */
export async function linkSubjects(scope: Scope, userId: string): Promise<void> {
  await link(scope, { userId })
}

/** Links a subject to the patients who match it, or a patient to the subjects that are about them, and audits each. */
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

/**
 * Links two parted subjects to the patients who match their present identities. The kept one first loses an account
 * that matched only the merged pair. Returns whether it did.
 */
export async function linkApart(
  scope: ActorScope,
  { keptId, mergedId, mayBeStranger }: { keptId: string; mergedId: string; mayBeStranger: boolean },
): Promise<boolean> {
  const isUnlinked = mayBeStranger && (await unlinkStranger(scope, keptId))
  await link(scope, { subjectIds: [keptId] })
  await link(scope, { subjectIds: [mergedId] })
  return isUnlinked
}

/** Links the kept subject of a merge to the patient who matches the merged one's identity. */
export async function linkMerged(scope: ActorScope, keptId: string): Promise<void> {
  await link(scope, { subjectIds: [keptId] })
}
