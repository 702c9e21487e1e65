import { sql } from 'kysely'
import type { ActorScope } from '../access/scope.ts'

/**
 * Tells whether a test of a subject was performed or begun before its present birth date, by the calendar of the place,
 * even out of the actor's scope. Voided and cancelled tests do not count.
 */
export async function hasTestBeforeBirth({ db, tenant }: ActorScope, subjectId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from test_records r
      where r.tenant_id = ${tenant.id} and r.subject_id = i.subject_id and r.state <> 'voided'
        and r.performed_at < i.date_of_birth + interval '2 days'
        and (r.performed_at at time zone r.performed_zone)::date < i.date_of_birth
    ) or exists (
      select from test_runs r
      where r.tenant_id = ${tenant.id} and r.subject_id = i.subject_id and r.state = 'running'
        and (r.started_at at time zone r.zone)::date < i.date_of_birth
    ) as found
    from subject_identities i
    where i.tenant_id = ${tenant.id} and i.subject_id = ${subjectId}::uuid and i.date_of_birth is not null
  `.execute(db)
  return rows[0]?.found ?? false
}
