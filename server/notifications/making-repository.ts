import { sql } from 'kysely'
import type { Result } from '../../contract/rules/results.ts'
import type { AuditAction } from '../../contract/audit/event-names.ts'
import { findSealedPosition } from '../access/audit/sealed.ts'
import type { Scope } from '../access/scope.ts'
import type { FollowedRecord, Line, NewItem, Plan, RecordVersion, RuleVersion, StandingItem } from './matching.ts'
import { linesTold } from './reported-test.ts'
import { isFinding, mayHaveArrived, outcomeInstead } from './repository.ts'

/** Positions of the chain that are looked at in one transaction at most. */
const positionsAtOnce = 500

/** The actions that make a version of a record, or by which one may be told, or may not any more. */
const actions: readonly AuditAction[] = [
  'test-record.recorded',
  'test-record.corrected',
  'test-record.voided',
  'test-record.released',
  'test-record.held-back',
]

/**
 * Locks the tenant's place in its chain. Everybody who makes items or versions of rules holds it, so that no rule is in
 * force at a time that was looked at without it. Undefined while the tenant has no rule.
 */
export async function lockFollow({ db }: Scope): Promise<{ position: number; look_at: Date | null } | undefined> {
  const row = await db.selectFrom('notification_follows').select(['position', 'look_at']).forUpdate().executeTakeFirst()
  return row && { position: Number(row.position), look_at: row.look_at }
}

/** Begins to follow the chain behind what is sealed now, unless the tenant follows it already. */
export async function beginFollow(scope: Scope): Promise<void> {
  await scope.db
    .insertInto('notification_follows')
    .values({ tenant_id: scope.tenant.id, position: String(await findSealedPosition(scope)) })
    .onConflict((conflict) => conflict.columns(['tenant_id']).doNothing())
    .execute()
}

export async function moveFollow({ db }: Scope, position: number, hasMore: boolean): Promise<void> {
  await db
    .updateTable('notification_follows')
    .set({ position: String(position), has_more: hasMore })
    .execute()
}

export async function setLookAt({ db }: Scope, at: Date | null): Promise<void> {
  await db.updateTable('notification_follows').set({ look_at: at }).execute()
}

/** The time by the database's clock at this statement. */
export async function clockOf({ db }: Scope): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no clock')
  return row.at
}

/**
 * Lists the records of which a version was made behind a position of the chain, as far as one transaction looks, and says
 * how far that is and whether the chain ends there.
 */
export async function findChanged(
  { db, tenant }: Scope,
  after: number,
): Promise<{ recordIds: string[]; upTo: number; isEnd: boolean }> {
  const { rows } = await sql<{ head: string; ids: string[] | null }>`
    select coalesce((
        select max(h.position) from audit_events h where h.tenant_id = ${tenant.id} and h.position is not null
      ), 0) as head,
      (
        select array_agg(distinct e.resource_id) from audit_events e
        where e.tenant_id = ${tenant.id} and e.position > ${after} and e.position <= ${after + positionsAtOnce}
          and e.outcome = 'done' and e.action = any(${actions}) and e.resource_id is not null
      ) as ids`.execute(db)
  const [row] = rows
  const head = Number(row?.head ?? 0)
  const upTo = Math.min(after + positionsAtOnce, Math.max(head, after))
  return { recordIds: row?.ids ?? [], upTo, isEnd: upTo >= head }
}

/** Lists the versions of all rules of the tenant, those of one rule together. */
export async function listRuleVersions({ db }: Scope): Promise<RuleVersion[][]> {
  const rows = await db
    .selectFrom('notification_rule_versions')
    .select([
      'rule_id as ruleId',
      'version',
      'since',
      'on_since as onSince',
      'organisation_ids as organisationIds',
      'group_ids as groupIds',
      'analytes',
      'results',
      'within_hours as withinHours',
    ])
    .orderBy('rule_id')
    .orderBy('version')
    .execute()
  return [...Map.groupBy(rows, ({ ruleId }) => ruleId).values()]
}

interface Content {
  performedAt: string
  state: string
  result: Result
  analyteResults: { analyteId: string; analyteName: string; result: Result }[]
}

/**
 * Reads records with all of their versions, in the order of their ids. Of a step of a testing algorithm only the present
 * version is read, because nobody knows what its set would have said before.
 */
export async function findFollowed({ db, tenant }: Scope, ids: readonly string[]): Promise<FollowedRecord[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    organisationId: string
    groupId: string
    origin: string
    isErased: boolean
    isFinding: boolean
    outcome: RecordVersion['outcome']
    setVersion: number
    setChangedAt: Date | null
    recordedAt: Date
    now: Content
    codes: { id: string; loinc: string | null; snomed: string | null }[]
    former: { version: number; until: string; content: Content }[]
  }>`
    select r.id, r.organisation_id as "organisationId", r.group_id as "groupId", r.origin, r.recorded_at as "recordedAt",
      not exists (
        select from subject_identities i where i.tenant_id = ${tenant.id} and i.subject_id = r.subject_id
      ) as "isErased",
      ${isFinding({ tenant })} as "isFinding", ${outcomeInstead({ tenant })} as outcome, coalesce(t.version, 0) as "setVersion",
      greatest(t.changed_at, t.ended_at) as "setChangedAt",
      jsonb_build_object(
        'performedAt', r.performed_at, 'state', r.state, 'result', r.result, 'analyteResults', r.analyte_results
      ) as now,
      v.analytes as codes,
      coalesce((
        select jsonb_agg(jsonb_build_object('version', f.version, 'until', f.changed_at, 'content', f.snapshot) order by f.version)
        from test_record_versions f where f.tenant_id = ${tenant.id} and f.test_record_id = r.id
      ), '[]') as former
    from test_records r
    join assay_versions v on v.tenant_id = ${tenant.id} and v.assay_id = r.assay_id and v.version = r.assay_version
    left join test_set_tests c on c.tenant_id = ${tenant.id} and c.test_record_id = r.id
    left join test_sets t on t.tenant_id = ${tenant.id} and t.id = c.test_set_id
    where r.tenant_id = ${tenant.id} and r.id = any(${ids}::uuid[])
    order by r.id`.execute(db)
  return rows.map(({ id, organisationId, groupId, origin, isErased, recordedAt, now, codes, former, ...row }) => {
    const versionOf = (content: Content, index: number): RecordVersion => {
      const since = former[index - 1]?.until
      return {
        recordVersion: numberOf(former, index),
        setVersion: row.setVersion,
        at: since === undefined ? recordedAt : new Date(since),
        isVoided: content.state === 'voided',
        isFinding: row.isFinding,
        outcome: row.outcome,
        performedAt: new Date(content.performedAt),
        lines: linesTold(content.analyteResults, content.result, row.outcome).map((told): Line => {
          const { analyteId, analyteName, result } = told
          const code = codes.find((one) => one.id === analyteId)
          return { name: analyteName, loinc: code?.loinc ?? null, snomed: code?.snomed ?? null, result }
        }),
      }
    }
    const versions = [...former.map(({ content }) => content), now].map(versionOf)
    return {
      id,
      organisationId,
      groupId,
      isImported: origin === 'import',
      isErased,
      versions:
        row.setVersion === 0 ? versions : versions.slice(-1).map((last) => sinceAtLeast(last, row.setChangedAt)),
    }
  })
}

function sinceAtLeast(version: RecordVersion, time: Date | null): RecordVersion {
  return time === null || time < version.at ? version : { ...version, at: time }
}

/** A content is numbered by the change that made it: undoing a merge makes a version without another content. */
function numberOf(former: readonly { version: number }[], index: number): number {
  return (former[index - 1]?.version ?? 0) + 1
}

/** Lists the items of records, and holds those that were not told, so that nobody tells them meanwhile. */
export async function findStanding(
  scope: Scope,
  recordIds: readonly string[],
): Promise<(StandingItem & { recordId: string })[]> {
  if (recordIds.length === 0) return []
  // Making a report locks its items: only a statement after the wait for that sees the report.
  await scope.db
    .selectFrom('notifications')
    .where('test_record_id', 'in', recordIds)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return await scope.db
    .selectFrom('notifications as n')
    .where('test_record_id', 'in', recordIds)
    .select([
      'id',
      'rule_id as ruleId',
      'test_record_id as recordId',
      'record_version as recordVersion',
      'set_version as setVersion',
      'kind',
      'refers_to as refersTo',
      'outcome',
      'state',
    ])
    .select(sql<boolean>`coalesce(${mayHaveArrived(scope)}, false)`.as('mayBeHeld'))
    .orderBy('id')
    .execute()
}

/** Stores new items of one record. */
export async function insertItems(
  { db, tenant }: Scope,
  { id, organisationId, groupId }: Pick<FollowedRecord, 'id' | 'organisationId' | 'groupId'>,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('notifications')
    .values(
      items.map((item) => ({
        tenant_id: tenant.id,
        id: item.id,
        rule_id: item.ruleId,
        rule_version: item.ruleVersion,
        test_record_id: id,
        record_version: item.recordVersion,
        set_version: item.setVersion,
        organisation_id: organisationId,
        group_id: groupId,
        kind: item.kind,
        refers_to: item.refersTo,
        outcome: item.outcome,
        state: item.state,
        closed_because: item.closedBecause,
        version_at: item.versionAt,
        due_at: item.dueAt,
        warn_at: item.warnAt,
      })),
    )
    .execute()
}

/** Closes items that are not to be sent any more. */
export async function closeItems({ db }: Scope, closed: Plan['closed']): Promise<void> {
  for (const { id, because } of closed) {
    await db
      .updateTable('notifications')
      .set({ state: 'superseded', closed_because: because, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
  }
}

/** Does work in a transaction, and takes back all that it has stored. Returns what the work returned. */
export async function takenBack<T>({ db }: Scope, work: () => Promise<T>): Promise<T> {
  await sql`savepoint foreseen`.execute(db)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint foreseen`.execute(db)
  }
}

/** Lists the records in use that were performed since a time, by id, behind `after`. */
export async function findPerformedSince(
  { db }: Scope,
  since: Date,
  after: string | undefined,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('test_records')
    .where('performed_at', '>=', since)
    .where('state', '<>', 'voided')
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select('id')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
