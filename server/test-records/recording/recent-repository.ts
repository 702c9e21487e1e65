import { sql } from 'kysely'
import { recentMinutes } from '../../../contract/limits-and-times.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { isHeldBack, recordInActorScope, subjectInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope } from '../../access/scope.ts'

interface RecentRow {
  id: string
  test_id: string
  result: Result
  performed_at: Date
  performed_zone: string
  is_held_back: boolean
}

/**
 * Finds the test in the actor's scope that is closest to a time, within minutes of it, with this assay, for this
 * subject or the same person in another group: with their email and date of birth, or their custom IDs.
 */
export async function findRecentRow(
  scope: ActorScope,
  { subjectId, assayId, performedAt }: { subjectId: string; assayId: string; performedAt: string },
): Promise<RecentRow | undefined> {
  const tenantId = scope.tenant.id
  const { rows } = await sql<RecentRow>`
    with same as (
      select other.subject_id
      from subjects s
      join subject_identities mine on mine.tenant_id = ${tenantId} and mine.subject_id = s.id
      join subject_identities other on other.tenant_id = ${tenantId} and (
        other.subject_id = mine.subject_id
        or (other.email_key = mine.email_key and other.date_of_birth = mine.date_of_birth)
        or (other.custom_id_1_key = mine.custom_id_1_key and other.custom_id_2_key = mine.custom_id_2_key))
      where s.tenant_id = ${tenantId} and s.id = ${subjectId}::uuid and ${subjectInActorScope(scope, 's')}
    )
    select r.id, r.test_id, r.result, r.performed_at, r.performed_zone, ${isHeldBack(scope, 'r.id')} as is_held_back
    from test_records r
    where r.tenant_id = ${tenantId}
      and r.subject_id in (select subject_id from same)
      and r.assay_id = ${assayId}::uuid
      and r.state <> 'voided'
      and r.performed_at between ${performedAt}::timestamptz - make_interval(mins => ${recentMinutes})
        and ${performedAt}::timestamptz + make_interval(mins => ${recentMinutes})
      and ${recordInActorScope(scope, 'r')}
    order by abs(extract(epoch from r.performed_at - ${performedAt}::timestamptz)), r.id desc
    limit 1`.execute(scope.db)
  return rows[0]
}
