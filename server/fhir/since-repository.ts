import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ActorScope } from '../access/scope.ts'

/**
 * Narrows records `r` to those that may have changed since an instant: by the sealed audit trail from the position of the first
 * event that is not older, so that what was committed late is not missed, and by events that are not sealed yet.
 */
export function isChangedSince({ tenant }: ActorScope, since: string | undefined): RawBuilder<SqlBool> {
  if (since === undefined) return sql<SqlBool>`true`
  const isLater = sql`
    e.tenant_id = ${tenant.id} and e.outcome = 'done'
      and (e.position is null or e.position >= (
        select coalesce(min(f.position), 9223372036854775807) from audit_events as f
        where f.tenant_id = ${tenant.id} and f.occurred_at >= ${since}::timestamptz))`
  const changed = sql`select e.resource_id from audit_events as e where ${isLater} and e.action = any(${changing}::text[])`
  // The tests of people who were erased say no longer whose they are.
  const erased = sql`
    select unnest(x.subject_ids) from audit_events as e
    join erasures as x on x.tenant_id = ${tenant.id} and x.user_id = e.resource_id
    where ${isLater} and e.action = 'user.deleted'`
  return sql<SqlBool>`(r.id in (${changed}) or r.subject_id in (${changed}) or r.subject_id in (${erased}))`
}

/** The events of records and of subjects after which a resource may differ. */
const changing = [
  'second-reading.made',
  'second-reading.settled',
  'subject.changed',
  'subject.merge-undone',
  'subject.merged',
  'test-record.corrected',
  'test-record.recorded',
  'test-record.released',
  'test-record.voided',
]
