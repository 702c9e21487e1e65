import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { testDraft, type KeptTestDraft, type TestDraft } from '../../contract/test-records/test-draft.ts'
import { recordAudit } from '../access/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import type { SubjectRow } from '../subjects/columns.ts'
import { Failure } from '../platform/failure.ts'
import { toSubject } from '../subjects/service.ts'
import { deleteDraft, findDraftRow, upsertDraft } from './draft-repository.ts'

/**
 * What the actor was recording, to be continued; audited as the opening of its subject. Null when there is nothing, or
 * what was kept has a form that an earlier version wrote.
 */
export async function openDraft(scope: ActorScope): Promise<KeptTestDraft | null> {
  const row = await findDraftRow(scope)
  const read = testDraft.safeParse({ ...row?.content, subjectId: null })
  if (row === undefined || !read.success) return null
  const { subjectId: _, ...content } = read.data
  const isKnown = row.subject_id !== null && row.identity_of !== null
  await recordAudit(scope, {
    action: 'test-draft.opened',
    ...(row.subject_id !== null && { resourceType: 'subject', resourceId: row.subject_id }),
  })
  return {
    ...content,
    // A subject that is known has all that its row says.
    subject: isKnown ? toSubject(row as SubjectRow) : null,
    startedAt: row.started_at.toISOString(),
  }
}

/** Keeps what the actor is recording. Throws the flag or permission that forbids to record it. */
export async function keepDraft(scope: ActorScope, draft: TestDraft): Promise<void> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  // Audited when it begins, not with every word that is typed.
  if (await upsertDraft(scope, draft)) await recordAudit(scope, { action: 'test-draft.kept' })
}

/** Discards the actor's draft of this key; there need not be one. */
export async function discardDraft(scope: ActorScope, idempotencyKey: string): Promise<void> {
  if (await deleteDraft(scope, idempotencyKey)) await recordAudit(scope, { action: 'test-draft.discarded' })
}
