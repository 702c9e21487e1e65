import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import { testDraft, type KeptTestDraft, type TestDraft } from '../../../contract/test-records/test-draft.ts'
import { recordAudit } from '../../access/audit/audit.ts'
import type { ActorScope } from '../../access/scope.ts'
import type { SubjectRow } from '../../subjects/columns.ts'
import { Failure } from '../../platform/failure.ts'
import { toSubject } from '../../subjects/service.ts'
import { deleteDraft, findDraftRow, upsertDraft } from './draft-repository.ts'

/**
 * Returns the actor's draft, and audits that as an opening of its subject. Null when there is none, or when an older
 * version wrote it in another form.
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
    // The whole row is present when the subject is.
    subject: isKnown ? toSubject(row as SubjectRow) : null,
    startedAt: row.started_at.toISOString(),
  }
}

/** Stores the actor's draft. Throws the flag or permission that forbids recording. */
export async function keepDraft(scope: ActorScope, draft: TestDraft): Promise<void> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  // Every change while typing stores the draft, but only its beginning is audited.
  if (await upsertDraft(scope, draft)) await recordAudit(scope, { action: 'test-draft.kept' })
}

/** Discards the actor's draft with this key, if there is one. */
export async function discardDraft(scope: ActorScope, idempotencyKey: string): Promise<void> {
  if (await deleteDraft(scope, idempotencyKey)) await recordAudit(scope, { action: 'test-draft.discarded' })
}
