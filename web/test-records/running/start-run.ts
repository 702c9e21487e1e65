import type { QueryClient } from '@tanstack/react-query'
import { todayIn } from '../../../contract/rules/dates.ts'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { newTestRun, startTestRun } from '../../../contract/test-runs/endpoints.ts'
import { countTestRuns, listTestRuns } from '../../../contract/test-runs/in-progress.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { getTestDraft } from '../../../contract/test-records/test-draft.ts'
import { call } from '../../api/client.ts'
import { parseTypedDate } from '../../ui/typed-date.ts'
import { clearDraft } from '../recording/draft-storage.ts'
import { rememberPlace } from '../recording/last-used.ts'
import { check, sampleToSend, type Checked } from '../recording/draft-check.ts'
import type { Draft } from '../recording/draft.ts'

/** Checks a draft and builds the request that starts its timer, or reports the fields to correct. */
export function checkStart(
  draft: Draft,
  assay: AssayListItem,
  typing: string,
): Checked<ReturnType<typeof newTestRun.parse>> {
  const expiry = draft.lotExpiry === '' ? null : parseTypedDate(draft.lotExpiry, typing)
  return check(
    newTestRun,
    {
      organisationId: draft.organisation?.id,
      groupId: draft.group?.id,
      subjectId: draft.subject?.id,
      assayId: assay.id,
      assayVersion: assay.version,
      ...(draft.testSetId !== null && { testSetId: draft.testSetId }),
      // The timer starts now.
      ...sampleToSend(draft, expiry, todayIn(draft.performedZone)),
      zone: draft.performedZone,
    },
    expiry === undefined ? { lotExpiry: { phrase: 'date', values: {} } } : {},
  )
}

/** Starts the timer, once however often it is tried. The test is then no longer a draft. */
export async function startRun(
  queries: QueryClient,
  userId: string,
  draft: Draft,
  body: ReturnType<typeof newTestRun.parse>,
): Promise<TestRun> {
  const headers = { 'Idempotency-Key': draft.idempotencyKey }
  const { data } = await call(startTestRun, { body, headers, errors: 'caller' })
  clearDraft(userId)
  if (draft.organisation && draft.group) {
    const lot = { lot: body.lot ?? '', lotExpiry: body.lotExpiry }
    rememberPlace(userId, { organisation: draft.organisation, group: draft.group }, body.assayId, lot)
  }
  queries.setQueryData([getTestDraft.name], null)
  for (const { name } of [listTestRuns, countTestRuns]) void queries.invalidateQueries({ queryKey: [name] })
  return data
}
