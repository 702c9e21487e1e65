import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { TestRecordFilter, TestRecordSort } from '../../contract/test-records/filter.ts'
import { normaliseTestId } from '../../contract/rules/test-id.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import type { KeyColumn, Order } from '../access/keyset.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * The one condition of list, count, dashboard and export, on `test_records as r`: the actor's scope and the filter.
 */
export function recordsWhere(scope: ActorScope, filter: TestRecordFilter): RawBuilder<SqlBool> {
  const conditions = [
    inActorScope(scope, { organisation: 'r.organisation_id', group: 'r.group_id', subject: 'r.subject_id' }),
  ]
  const { from, to, result, organisation_id, group_id, search } = filter
  if (from !== undefined) conditions.push(sql`r.performed_at >= ${from}::timestamptz`)
  if (to !== undefined) conditions.push(sql`r.performed_at <= ${to}::timestamptz`)
  if (result !== undefined) conditions.push(sql`r.result = ${result}`)
  if (organisation_id !== undefined) conditions.push(sql`r.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`r.group_id = ${group_id}::uuid`)
  if (search) conditions.push(matches(search))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The order of a list, made total by the id. Ids grow with time, so they stand for the time of recording. */
export function recordOrder(sort: TestRecordSort): Order {
  const name = sort.replace('-', '')
  return { name, columns: orderColumns[name] ?? [], descending: sort.startsWith('-') }
}

const id: KeyColumn = { column: sql.ref('r.id'), type: 'uuid' }
const performedAt: KeyColumn = { column: sql.ref('r.performed_at'), type: 'timestamptz' }
const orderColumns: Record<string, readonly KeyColumn[]> = {
  performed_at: [performedAt, id],
  recorded_at: [id],
  test_id: [{ column: sql.ref('r.test_id'), type: 'text' }],
  result: [{ column: sql.ref('r.result'), type: 'text' }, performedAt, id],
}

/**
 * The start of a test ID, or of an email, a name or an ID of the subject. Subjects are found first, as an array, so
 * that both sides of the `or` can use their index.
 */
function matches(search: string): RawBuilder<SqlBool> {
  const words = search.toLowerCase()
  const [first = '', ...rest] = words.split(/\s+/)
  const starts = [
    'email_key',
    'first_name_key',
    'last_name_key',
    'local_id_key',
    'custom_id_1_key',
    'custom_id_2_key',
  ].map((column) => sql`select subject_id from subject_identities where ${startsWith(column, words)}`)
  if (rest.length > 0) {
    starts.push(
      sql`select subject_id from subject_identities where ${startsWith('first_name_key', first)} and ${startsWith('last_name_key', rest.join(' '))}`,
    )
  }
  const subjects = sql`r.subject_id = any(array(${sql.join(starts, sql` union all `)}))`
  return sql<SqlBool>`(${startsWith('r.test_id', normaliseTestId(search))} or ${subjects})`
}

/** A range, because an index can serve it under row-level security; the upper end is above every character. */
function startsWith(column: string, start: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${`${start}\u{10ffff}`}`
}
