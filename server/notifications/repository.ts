import { sql, type AliasedExpression, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import { totalCap } from '../../contract/listing.ts'
import type { ClosingWay, listNotifications, NotificationCounts } from '../../contract/notifications/items.ts'
import type { notificationList } from '../../contract/notifications/notification-list.ts'
import type { NeededField } from '../../contract/notifications/rule-parts.ts'
import type { ForeseenLookBack } from '../../contract/notifications/rules.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { SetOutcome } from '../../contract/test-sets/outcome.ts'
import { isOfSetPerson, recordInActorScope } from '../access/actor-predicate.ts'
import { onTrue } from '../access/listing/by-key.ts'
import { countUpToCap, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectColumns } from '../subjects/columns.ts'

/** Items that an authority was not told of. */
const isUntold = sql<SqlBool>`n.state in ('open', 'sending', 'rejected')`

/** When an item was told or closed by somebody, in the words of its index; the earliest time for one that was neither. */
const toldAt = sql<Date>`coalesce(n.sent_at, n.answered_at, timestamptz '1970-01-01 00:00:00+00')`

/** True for a record, as `r`, of which an authority may be told: a test by itself, or the one that decided what its set says. */
export function isFinding({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from test_set_tests c
    join test_sets t on t.tenant_id = ${tenant.id} and t.id = c.test_set_id
    where c.tenant_id = ${tenant.id} and c.test_record_id = r.id and ${isOfSetPerson({ tenant })}
      and (t.state <> 'ended' or t.deciding_record_id <> r.id))`
}

/** What a set says of which a record, as `r`, was the last test, if that says something else; null for any other record. */
export function outcomeInstead({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<SetOutcome['result'] | null> {
  return sql<SetOutcome['result'] | null>`(
    select nullif(a.outcomes -> t.outcome ->> 'result', r.result) from test_set_tests c
    join test_sets t on t.tenant_id = ${tenant.id} and t.id = c.test_set_id
    join testing_algorithm_versions a on a.tenant_id = ${tenant.id} and a.algorithm_id = t.algorithm_id
      and a.version = t.algorithm_version
    where c.tenant_id = ${tenant.id} and c.test_record_id = r.id and t.state = 'ended' and t.deciding_record_id = r.id)`
}

/** The outcome that the item `n` tells, or that the item told which it removes. */
export function outcomeTold({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<SetOutcome['result'] | null> {
  return sql<SetOutcome['result'] | null>`case when n.kind = 'removal' then (
      select removed.outcome from notifications removed where removed.tenant_id = ${tenant.id} and removed.id = n.refers_to)
    else n.outcome end`
}

/**
 * Selects, for a lateral join, whom the item `n` names, whose record is `r`: who the record is about now, and for a removal who
 * it was about when it was told, whom somebody may have been merged with since. The limit makes PostgreSQL compute it once for a row
 * and look up by key who that is.
 */
export function namedPerson({ tenant }: Pick<Scope, 'tenant'>): AliasedExpression<{ id: string }, 'named'> {
  return sql<{ id: string }>`(select coalesce((
    select coalesce(m.subject_id, f.subject_id) from notifications removed
    join test_record_versions f on f.tenant_id = ${tenant.id} and f.test_record_id = removed.test_record_id
      and f.version >= removed.record_version and f.moves_subject is distinct from false
    left join merged_subjects m on m.tenant_id = ${tenant.id} and m.id = f.subject_id
    where n.kind = 'removal' and removed.tenant_id = ${tenant.id} and removed.id = n.refers_to
    order by f.version limit 1), r.subject_id) as id limit 1)`.as('named')
}

/** True for an item whose record has an earlier version that is being sent by the same rule, and must arrive first. */
export function isBehind({ tenant }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from notifications f
    where f.tenant_id = ${tenant.id} and f.test_record_id = n.test_record_id and f.rule_id = n.rule_id
      and (f.record_version, f.set_version) < (n.record_version, n.set_version) and f.state = 'sending'
  )`
}

/**
 * True if the item `n` was in a report that may have arrived and was withdrawn, false if somebody withdrew one that did not
 * arrive, and null if there is neither.
 */
export function mayHaveArrived({ tenant }: Scope): RawBuilder<boolean | null> {
  return sql<boolean | null>`(
    select bool_or(w.may_have_arrived) from notification_report_items l
    join notification_reports w on w.tenant_id = ${tenant.id} and w.id = l.report_id
    where l.tenant_id = ${tenant.id} and l.notification_id = n.id and w.state = 'withdrawn'
      and (w.may_have_arrived or w.withdrawn_at is not null))`
}

/**
 * What a rule needs and nobody has entered, as an array: of the person that the record now belongs to, as far as the
 * tenant keeps it, and of the places. A code of a line is the one that the kit has now, or else had then. What HL7 cannot
 * do without (`missingInHl7`) is needed whatever the rule says. What the version of the item, `v`, needed and the present version
 * of the rule, `p`, does not, is needed no more; what only the present one needs is not asked of earlier items.
 */
export function missingOf({ tenant }: Scope): RawBuilder<NeededField[]> {
  const isHl7 = sql<SqlBool>`p.format = 'hl7'`
  const isNeeded = (field: NeededField) =>
    sql<SqlBool>`${sql.lit(field)} = any(v.needed) and ${sql.lit(field)} = any(p.needed)`
  const hasNoOid = sql<SqlBool>`not exists (
    select from notification_sendings hs
    where hs.tenant_id = ${tenant.id} and hs.rule_id = n.rule_id and hs.hl7 ->> 'facilityOid' is not null)`
  const hasCode = (analytes: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from jsonb_array_elements(${analytes}) as coded
    where coded->>'id' = line->>'analyteId' and coded->>'loinc' is not null)`
  const ofThen = sql`(
    select w.analytes from assay_versions w
    where w.tenant_id = ${tenant.id} and w.assay_id = r.assay_id and w.version = r.assay_version)`
  const lacksCode = sql<SqlBool>`exists (
    select from jsonb_array_elements(r.analyte_results) as line
    where not ${hasCode(sql.ref('a.analytes'))} and not ${hasCode(ofThen)})`
  const lacksInHl7 = (field: NeededField, isMissing: RawBuilder<SqlBool>) =>
    sql`case when (${isMissing}) and (${isNeeded(field)} or ${isHl7}) then ${sql.lit(field)} end`
  const lacks = (field: NeededField, isMissing: RawBuilder<SqlBool>) =>
    sql`case when ${isNeeded(field)} and (${isMissing}) then ${sql.lit(field)} end`
  const lacksDetail = (kind: DetailKind & NeededField, column: string) =>
    lacks(kind, tenant.subjectDetails.includes(kind) ? sql`${sql.ref(column)} is null` : sql`true`)
  const telephone = tenant.subjectDetails.includes('telephones')
    ? sql<SqlBool>`d.telephones is null or jsonb_array_length(d.telephones) = 0`
    : sql<SqlBool>`true`
  // Where people are identified by their names, somebody without a first name has one name.
  const hasNoName =
    tenant.identifiesBy === 'names'
      ? sql<SqlBool>`i.last_name is null`
      : sql<SqlBool>`i.first_name is null or i.last_name is null`
  const fields = [
    sql`coalesce(${lacks('name', hasNoName)}, ${lacksInHl7('name', sql`i.last_name is null`)})`,
    lacks('dateOfBirth', sql`i.date_of_birth is null`),
    lacksDetail('sex', 'd.sex'),
    lacksDetail('race', 'd.race'),
    lacksDetail('ethnicity', 'd.ethnicity'),
    lacksDetail('address', 'd.address'),
    lacks('telephone', telephone),
    lacks('email', sql`i.email is null`),
    lacksDetail('nhsNumber', 'd.nhs_number'),
    lacksDetail('role', 'd.role'),
    lacks('provider', sql`g.provider_last_name is null`),
    sql`coalesce(${lacks('clia', sql`g.clia is null`)}, ${lacksInHl7('clia', sql`g.clia is null and ${isHl7} and ${hasNoOid}`)})`,
    lacks('labAddress', sql`g.lab_street_address is null`),
    lacksInHl7('placePhone', sql`coalesce(g.phone, o.phone) is null`),
    lacks('placeAddress', sql`o.street_address is null`),
    lacksInHl7('testCodes', lacksCode),
  ]
  return sql<NeededField[]>`array_remove(array[${sql.join(fields)}]::text[], null)`
}

/** Items of records that the actor sees, with all that their state depends on. */
export function items(scope: ActorScope) {
  return scope.db
    .selectFrom('notifications as n')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'n.rule_id').onRef('v.version', '=', 'n.rule_version'),
    )
    .innerJoin('notification_rules as u', 'u.id', 'n.rule_id')
    .innerJoin('notification_rule_versions as p', (join) =>
      join.onRef('p.rule_id', '=', 'u.id').onRef('p.version', '=', 'u.version'),
    )
    .innerJoin('test_records as r', 'r.id', 'n.test_record_id')
    .innerJoinLateral(namedPerson(scope), onTrue)
    .innerJoin('subjects as s', 's.id', 'named.id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('subject_details as d', 'd.subject_id', 's.id')
    .innerJoin('groups as g', 'g.id', 'n.group_id')
    .innerJoin('organisations as o', 'o.id', 'n.organisation_id')
    .innerJoin('assays as a', 'a.id', 'r.assay_id')
    .where(recordInActorScope(scope, 'r'))
}

function shownItems(scope: ActorScope) {
  return items(scope)
    .innerJoin('assay_versions as k', (join) =>
      join.onRef('k.assay_id', '=', 'r.assay_id').onRef('k.version', '=', 'r.assay_version'),
    )
    .leftJoin('notification_reports as w', (join) =>
      join.onRef('w.id', '=', 'n.report_id').on('n.state', '=', 'sending'),
    )
    .leftJoin('users as sender', (join) =>
      join.onRef('sender.id', '=', 'n.sent_by').on('sender.status', '<>', 'deleted'),
    )
    .leftJoin('users as answerer', (join) =>
      join.onRef('answerer.id', '=', 'n.answered_by').on('answerer.status', '<>', 'deleted'),
    )
    .select([
      'n.id',
      'n.rule_id',
      'p.name as rule_name',
      'p.authority',
      'n.rule_version',
      'n.kind',
      'n.refers_to',
      'n.state',
      'n.closed_because',
      'n.version_at',
      'n.due_at',
      'n.sent_at',
      'sender.full_name as sender_name',
      'n.report_id',
      'w.way as report_way',
      'w.problem as report_problem',
      'n.answered_at',
      'answerer.full_name as answerer_name',
      'n.answer_reason',
      'n.version',
      'n.record_version',
      'n.test_record_id',
      'r.test_id',
      'r.result',
      'r.performed_at',
      'r.performed_zone',
      'n.organisation_id',
      'o.name as organisation_name',
      'n.group_id',
      'g.name as group_name',
      'r.assay_id',
      'k.name as assay_name',
      ...subjectColumns,
    ])
    .select([
      missingOf(scope).as('missing'),
      isBehind(scope).as('is_behind'),
      mayHaveArrived(scope).as('may_have_arrived'),
      outcomeTold(scope).as('outcome'),
      toldAt.as('told_at'),
      sql<boolean>`${isUntold} and n.due_at <= ${scope.now}::timestamptz`.as('is_overdue'),
    ])
}

/** Reads a page of the items in the actor's scope. */
export async function listItemRows(scope: ActorScope, query: Query<typeof listNotifications>) {
  const page = orders.page(query)
  const condition = conditionOf(scope, query)
  const rows = shownItems(scope)
    .where(condition)
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(scope.db, { rows, matching: items(scope).where(condition).select('n.id') })
}

type ListFilter = Omit<Query<typeof listNotifications>, 'sort' | 'per_page' | 'cursor'>

function conditionOf(
  scope: ActorScope,
  { state, rule_id, organisation_id, group_id, due }: ListFilter,
): RawBuilder<SqlBool> {
  const wanted = [
    ...(state === 'all' ? [] : [stateCondition(scope, state)]),
    ...(rule_id === undefined ? [] : [sql`n.rule_id = ${rule_id}::uuid`]),
    ...(organisation_id === undefined ? [] : [sql`n.organisation_id = ${organisation_id}::uuid`]),
    ...(group_id === undefined ? [] : [sql`n.group_id = ${group_id}::uuid`]),
    ...(due === undefined ? [] : [sql`${isUntold} and n.due_at <= ${until(scope, due)}::timestamptz`]),
  ]
  return wanted.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(wanted, sql` and `)}`
}

const daysOf = { overdue: 0, day: 1, week: 7 } as const

function until({ now }: Scope, due: keyof typeof daysOf): Date {
  return new Date(now.getTime() + daysOf[due] * 24 * 60 * 60 * 1000)
}

function stateCondition(scope: ActorScope, state: Exclude<Query<typeof listNotifications>['state'], 'all'>) {
  switch (state) {
    case 'untold':
      return isUntold
    case 'done':
      return isLastDone(scope)
    case 'incomplete':
      return sql<SqlBool>`n.state = 'open' and cardinality(${missingOf(scope)}) > 0`
    case 'ready':
      return isReady(scope)
    case 'waiting':
      return sql<SqlBool>`n.state = 'open' and cardinality(${missingOf(scope)}) = 0 and ${isBehind(scope)}`
    default:
      return sql<SqlBool>`n.state = ${state}`
  }
}

/**
 * True for what a record was told last by a rule; or, if it was told nothing and is to be told nothing, for the last item that
 * gave way.
 */
function isLastDone({ tenant }: Scope): RawBuilder<SqlBool> {
  const isTold = (item: 'n' | 'other') => sql`(${sql.ref(`${item}.state`)} <> 'superseded')`
  return sql<SqlBool>`n.state in ('sent', 'acknowledged', 'superseded') and not exists (
    select from notifications other
    where other.tenant_id = ${tenant.id} and other.rule_id = n.rule_id and other.test_record_id = n.test_record_id
      and case when other.state in ('sent', 'acknowledged', 'superseded')
        then (${isTold('other')}, other.record_version, other.set_version) > (${isTold('n')}, n.record_version, n.set_version)
        else n.state = 'superseded' end)`
}

function isReady(scope: ActorScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`n.state = 'open' and cardinality(${missingOf(scope)}) = 0 and not ${isBehind(scope)}`
}

const id: KeyColumn<{ id: string }> = { column: sql.ref('n.id'), type: 'uuid', valueOf: (row) => row.id }

const orders = sortedList<typeof notificationList, { id: string; due_at: Date; told_at: Date }>({
  due_at: [{ column: sql.ref('n.due_at'), type: 'timestamptz', valueOf: (row) => row.due_at.toISOString() }, id],
  told_at: [{ column: toldAt, type: 'timestamptz', valueOf: (row) => row.told_at.toISOString() }, id],
})

/** Finds an item of a record that the actor sees. */
export async function findItem(scope: ActorScope, itemId: string) {
  return await shownItems(scope).where('n.id', '=', itemId).executeTakeFirst()
}
export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** Lists the items of a record that the actor sees, the oldest first. */
export async function listItemsOfRecord(scope: ActorScope, recordId: string): Promise<ItemRow[]> {
  return await shownItems(scope).where('n.test_record_id', '=', recordId).orderBy('n.id').execute()
}

/** Tells whether the actor sees a record. */
export async function seesRecord(scope: ActorScope, recordId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select('r.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the actor's items of each rule that were not told, by what they wait for. */
export async function countItems(scope: ActorScope) {
  const untold = items(scope)
    .where(isUntold)
    .select(['n.rule_id', 'n.state', 'n.due_at'])
    .select(sql<boolean>`n.state <> 'sending' and cardinality(${missingOf(scope)}) > 0`.as('lacks_something'))
    .select(isBehind(scope).as('is_behind'))
    // Without it, PostgreSQL would find out what is missing for each of the numbers anew.
    .offset(0)
  return await scope.db
    .selectFrom(untold.as('n'))
    .select('n.rule_id')
    .select(countsOfDue(scope))
    .select([
      count(sql`n.state = 'open' and n.lacks_something`).as('incomplete'),
      count(sql`n.state = 'open' and not n.lacks_something and not n.is_behind`).as('ready'),
      count(sql`n.state <> 'sending' and not n.lacks_something and not n.is_behind`).as('to_report'),
      count(sql`n.state = 'sending'`).as('sending'),
      count(sql`n.state = 'rejected'`).as('rejected'),
    ])
    .groupBy('n.rule_id')
    .execute()
}

/** Counts these items, those of which something is missing, and of how many each field is. */
export async function countMissing(scope: ActorScope, ids: readonly string[]): Promise<ForeseenLookBack> {
  const lacking = items(scope)
    .where('n.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(missingOf(scope).as('missing'))
  const { rows } = await sql<{ field: NeededField | null; tests: number }>`
    with lacking as (${lacking})
    select null as field, count(*)::int as tests from lacking where cardinality(missing) > 0
    union all
    (select field, count(*)::int from lacking cross join unnest(missing) as of_one (field) group by field order by 2 desc, 1)
  `.execute(scope.db)
  return {
    made: ids.length,
    incomplete: rows.find(({ field }) => field === null)?.tests ?? 0,
    missing: rows.flatMap(({ field, tests }) => (field === null ? [] : [{ field, tests }])),
  }
}

/** Counts the actor's items that were not told and are due within a day, and those that are overdue. */
export async function countDueItems(scope: ActorScope) {
  return await items(scope)
    .where(isUntold)
    .where('n.due_at', '<=', until(scope, 'day'))
    .select(countsOfDue(scope))
    .executeTakeFirstOrThrow()
}

function count(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`
}

function countsOfDue(scope: Scope) {
  const isOverdue = sql`n.due_at <= ${scope.now}::timestamptz`
  return [
    count(isOverdue).as('overdue'),
    count(sql`not (${isOverdue}) and n.due_at <= ${until(scope, 'day')}::timestamptz`).as('due'),
  ] as const
}

/** Lists the rules of which the actor sees an item, by their present name, with whom they tell and how. */
export async function listRulesOfItems(
  scope: ActorScope,
): Promise<Omit<NotificationCounts['rules'][number], 'toReport'>[]> {
  return await scope.db
    .selectFrom('notification_rules as u')
    .innerJoin('notification_rule_versions as p', (join) =>
      join.onRef('p.rule_id', '=', 'u.id').onRef('p.version', '=', 'u.version'),
    )
    .where('u.id', 'in', items(scope).select('n.rule_id'))
    .select(['u.id', 'p.name', 'p.authority', 'p.format', 'p.way'])
    .orderBy('p.name')
    .orderBy('u.id')
    .execute()
}

/** Locks an item, whose record the caller has found in the actor's scope. */
export async function lockItem({ db }: Scope, itemId: string) {
  return await db
    .selectFrom('notifications')
    .where('id', '=', itemId)
    .select(['id', 'rule_id', 'test_record_id', 'record_version', 'set_version', 'state', 'sent_at'])
    .forUpdate()
    .executeTakeFirst()
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>

/**
 * Tells whether a later version of the same record, or of its set, has an item by the same rule. One that gave way because the set says
 * again what was told, or that somebody closed as what need not be told, tells nothing.
 */
export async function hasLaterItem({ db }: Scope, item: LockedItem): Promise<boolean> {
  const later = await db
    .selectFrom('notifications')
    .where('rule_id', '=', item.rule_id)
    .where('test_record_id', '=', item.test_record_id)
    .where(sql<SqlBool>`coalesce(closed_because, '') not in ('outcome', 'person')`)
    .where(sql<SqlBool>`(record_version, set_version) > (${item.record_version}::int, ${item.set_version}::int)`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Counts what a list shows by its filter, as far as the list counts it. */
export async function countListed(scope: ActorScope, filter: ListFilter): Promise<number> {
  const matching = items(scope).where(conditionOf(scope, filter)).select('n.id')
  return Math.min(await countUpToCap(scope.db, matching), totalCap)
}

/** Items of a list by its filter, or those that were chosen. */
export interface ClosedFilter {
  ids: readonly string[] | null
  except: readonly string[]
  filter: ListFilter
}

/**
 * Locks at most so many items that the actor sees, that are to be told and do not wait for an earlier version, the most urgent first.
 * One that another transaction has locked is left out, because it is being told.
 */
export async function lockOpenItems(
  scope: ActorScope,
  { ids, except, filter }: ClosedFilter,
  most: number,
): Promise<{ id: string; sent_at: Date | null }[]> {
  return await items(scope)
    .where('n.state', 'in', ['open', 'rejected'])
    .where(sql<SqlBool>`not ${isBehind(scope)}`)
    .where(ids === null ? conditionOf(scope, filter) : sql<SqlBool>`n.id = any(${ids}::uuid[])`)
    .where(sql<SqlBool>`n.id <> all(${except}::uuid[])`)
    .select(['n.id', 'n.sent_at'])
    .orderBy('n.due_at')
    .orderBy('n.id')
    .limit(most)
    .forUpdate('n')
    .skipLocked()
    .execute()
}

/** Closes items that the caller has locked, in the actor's name and with one reason. */
export async function closeAll(
  { db, tenant, actor, now }: ActorScope,
  itemIds: readonly string[],
  { how, reason }: { how: ClosingWay; reason: string },
): Promise<void> {
  const change =
    how === 'told'
      ? sql`state = 'acknowledged', sent_at = coalesce(sent_at, ${now}), sent_by = case when sent_at is null then ${actor.id}::uuid else sent_by end`
      : sql`state = 'superseded', closed_because = 'person'`
  await sql`
    update notifications set ${change}, answered_at = ${now}, answered_by = ${actor.id}, answer_reason = ${reason}, version = version + 1
    where tenant_id = ${tenant.id} and id = any(${itemIds}::uuid[])`.execute(db)
}

interface Answer {
  state: 'acknowledged' | 'rejected' | 'superseded'
  reason: string
  /** True if the authority was told by another way than a report. */
  isToldOtherwise: boolean
}

/** Keeps what an authority answered according to the actor. */
export async function answerItem(
  { db, actor, now }: ActorScope,
  itemId: string,
  { state, reason, isToldOtherwise }: Answer,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({
      state,
      ...(state === 'superseded' && { closed_because: 'corrected' as const }),
      ...(isToldOtherwise && { sent_at: now, sent_by: actor.id }),
      answered_at: now,
      answered_by: actor.id,
      answer_reason: reason,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', itemId)
    .execute()
}

/** Closes what was not told and names these subjects, and forgets what was typed about answers, which may name somebody. */
export async function closeOfSubjects({ db, tenant }: Scope, subjectIds: readonly string[]): Promise<void> {
  await sql`
    update notifications set answer_reason = null, version = version + 1
    where tenant_id = ${tenant.id} and answer_reason is not null and test_record_id in (
      select r.id from test_records r where r.tenant_id = ${tenant.id} and r.subject_id = any(${subjectIds}::uuid[])
      union all
      select f.test_record_id from test_record_versions f where f.tenant_id = ${tenant.id} and f.subject_id = any(${subjectIds}::uuid[])
      union all
      select unnest(m.test_record_ids) from subject_merges m
      where m.tenant_id = ${tenant.id} and m.kept_subject_id = any(${subjectIds}::uuid[])
    )`.execute(db)
  await sql`
    update notifications set state = 'superseded', closed_because = 'erased', version = version + 1
    where tenant_id = ${tenant.id} and id in (
      select n.id from notifications n
      join test_records r on r.tenant_id = ${tenant.id} and r.id = n.test_record_id
      cross join lateral ${namedPerson({ tenant })}
      where n.tenant_id = ${tenant.id} and n.state in ('open', 'rejected') and named.id = any(${subjectIds}::uuid[])
        and (r.subject_id = any(${subjectIds}::uuid[]) or exists (
          select from test_record_versions f
          where f.tenant_id = ${tenant.id} and f.test_record_id = r.id and f.subject_id = any(${subjectIds}::uuid[]))))`.execute(
    db,
  )
}
