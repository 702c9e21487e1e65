import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Span } from '../../contract/fhir/moments.ts'
import type { List } from '../../contract/listing.ts'
import { inActorScope, recordInActorScope, subjectInActorScope } from '../access/actor-predicate.ts'
import type { CsvRows } from '../access/exports/copy-rows.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns } from './columns.ts'

interface PatientFilter {
  ids?: readonly string[]
  groupId?: string
  /** When the subject was changed last. Times are ISO 8601 in UTC; `before` is not included. */
  changed?: readonly Span[]
}

/** When a subject `s` with its identity `i` was changed last. */
const changedAt = sql<Date>`greatest(s.updated_at, i.updated_at)`

/** Selects subjects `s` with their identity `i`, without erased ones. */
function patients(scope: ActorScope) {
  return scope.db.selectFrom('subjects as s').innerJoin('subject_identities as i', 'i.subject_id', 's.id')
}

/** Those that the actor sees: all that a group of their scope knows with view-subjects, otherwise the actor alone. */
function isSeen(scope: ActorScope): RawBuilder<SqlBool> {
  if (scope.actor.permissions.includes('view-subjects')) return subjectInActorScope(scope, 's')
  return sql<SqlBool>`s.user_id = ${scope.actor.id}::uuid`
}

interface Keys {
  subject_id: string
}
const id: KeyColumn<Keys> = { column: sql.ref('s.id'), type: 'uuid', valueOf: (row) => row.subject_id }
const orders = sortedList<List & { default: 'id' }, Keys>({ id: [id] })

/** Reads a page of the subjects that the actor sees and that match a filter, in the order of adding, with their total. */
export async function listPatientRows(
  scope: ActorScope,
  filter: PatientFilter,
  asked: { per_page: number; cursor?: string | undefined },
) {
  const { ids, groupId, changed = [] } = filter
  const page = orders.page({ ...asked, ...filter, sort: 'id' })
  const conditions = [isSeen(scope)]
  if (ids !== undefined) conditions.push(sql`s.id = any(${ids}::uuid[])`)
  if (groupId !== undefined) {
    conditions.push(sql`exists (
      select from subject_groups as known
      where known.tenant_id = ${scope.tenant.id} and known.subject_id = s.id and known.group_id = ${groupId}::uuid
        and ${inActorScope(scope, { organisation: 'known.organisation_id', group: 'known.group_id', subject: 's.id' })})`)
  }
  for (const { from, before } of changed) {
    if (from !== undefined) conditions.push(sql`${changedAt} >= ${from}::timestamptz`)
    if (before !== undefined) conditions.push(sql`${changedAt} < ${before}::timestamptz`)
  }
  const found = patients(scope).where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
  const rows = found
    .select([...subjectColumns, changedAt.as('changed_at')])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(scope.db, { rows, matching: found.select('s.id') })
}

/** Finds a subject that the actor sees. */
export async function findPatientRow(scope: ActorScope, subjectId: string) {
  return patients(scope)
    .where('s.id', '=', subjectId)
    .where(isSeen(scope))
    .select([...subjectColumns, changedAt.as('changed_at')])
    .executeTakeFirst()
}
export type PatientRow = NonNullable<Awaited<ReturnType<typeof findPatientRow>>>

/** Selects the subjects of records `r` in the actor's scope as lines of JSON, with their details. */
export function exportPatients(scope: ActorScope, ofRecords: RawBuilder<SqlBool>, since: string | undefined): CsvRows {
  const isAsked = sql<SqlBool>`exists (
    select from test_records as r
    where r.tenant_id = ${scope.tenant.id} and r.subject_id = s.id and ${recordInActorScope(scope, 'r')}
      and (${ofRecords} or ${since === undefined ? sql`false` : sql`${changedAt} >= ${since}::timestamptz`}))`
  const rows = patients(scope)
    .leftJoin('subject_details as x', 'x.subject_id', 's.id')
    .where(isAsked)
    .select([...subjectColumns, changedAt.as('changed_at')])
    .select(['x.role', 'x.unit', 'x.room', 'x.sex', 'x.race', 'x.ethnicity', 'x.language', 'x.telephones'])
    .select(['x.address', 'x.guardian', 'x.nhs_number', 'x.consent'])
    .orderBy('s.id')
  return scope.db.selectFrom(rows.as('line')).select(sql`row_to_json(line)::text`.as('json'))
}
