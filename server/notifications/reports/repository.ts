import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { reportFileDays } from '../../../contract/notifications/reports.ts'
import type { Query } from '../../../contract/endpoint.ts'
import type { listNotificationReports, notificationReportList } from '../../../contract/notifications/reports.ts'
import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import type { NotificationFormat, NotificationWay } from '../../../contract/notifications/rule-parts.ts'
import { recordInActorScope, seesAll } from '../../access/actor-predicate.ts'
import { sortedList } from '../../access/listing/listing.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'

/** A report as it is stored and sent. */
export interface ReportFile {
  name: string
  content: Buffer
  hash: Buffer
}

/** The present version of a rule, as far as a report needs it. */
export async function findRule({ db }: Scope, ruleId: string) {
  return await db
    .selectFrom('notification_rules as u')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'u.id').onRef('v.version', '=', 'u.version'),
    )
    .where('u.id', '=', ruleId)
    .select(['u.id', 'u.version', 'v.name', 'v.authority', 'v.format', 'v.way'])
    .executeTakeFirst()
}

export interface NewReport {
  id: string
  ruleId: string
  ruleVersion: number
  format: NotificationFormat
  way: NotificationWay
  againOf: string | null
  file: ReportFile
  items: readonly string[]
  madeBy: string | null
}

/** Inserts a report with its items. */
export async function insertReport({ db, tenant, now }: Scope, report: NewReport): Promise<void> {
  await db
    .insertInto('notification_reports')
    .values({
      tenant_id: tenant.id,
      id: report.id,
      rule_id: report.ruleId,
      rule_version: report.ruleVersion,
      format: report.format,
      way: report.way,
      again_of: report.againOf,
      file: report.file.content,
      file_name: report.file.name,
      file_hash: report.file.hash,
      items: report.items.length,
      made_by: report.madeBy,
      made_at: now,
      state: report.way === 'download' ? 'made' : 'sending',
      due_at: now,
      sent_at: null,
      may_have_arrived: false,
    })
    .execute()
  await db
    .insertInto('notification_report_items')
    .values(report.items.map((id) => ({ tenant_id: tenant.id, report_id: report.id, notification_id: id })))
    .execute()
}

/** Puts items into a report that has not left yet, and forgets what was answered to an earlier one. */
export async function markItemsSending({ db }: Scope, { id, items }: Pick<NewReport, 'id' | 'items'>): Promise<void> {
  await db
    .updateTable('notifications')
    .set({
      state: 'sending',
      report_id: id,
      sent_at: null,
      sent_by: null,
      answered_at: null,
      answered_by: null,
      answer_reason: null,
      version: sql<number>`version + 1`,
    })
    .where(sql<SqlBool>`id = any(${items}::uuid[])`)
    .execute()
}

/** Marks what is in a report that has left as told. An item that somebody says was told by another way stays so. */
async function markItemsSent({ db, now }: Scope, reportId: string, sentBy: string | null): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ state: 'sent', sent_at: now, sent_by: sentBy, version: sql<number>`version + 1` })
    .where('report_id', '=', reportId)
    .where('state', '=', 'sending')
    .execute()
}

/** Keeps that somebody has saved or printed a report that they pass on by hand, so that it may have arrived, even if it was withdrawn. */
export async function markSaved({ db }: Scope, id: string): Promise<void> {
  await db
    .updateTable('notification_reports')
    .set({ may_have_arrived: true })
    .where('id', '=', id)
    .where('way', '=', 'download')
    .where('state', 'in', ['made', 'withdrawn'])
    .execute()
}

/** Keeps that a report which somebody has saved or printed was sent by hand, with all that it tells. Returns false if that cannot be. */
export async function settleConfirmed(scope: ActorScope, id: string): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('notification_reports')
    .set({ state: 'sent', sent_at: scope.now })
    .where('id', '=', id)
    .where('state', '=', 'made')
    .where('may_have_arrived', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await markItemsSent(scope, id, scope.actor.id)
  return numUpdatedRows > 0n
}

/** Lists the items of a report in the order of making. */
export async function itemsOf({ db }: Scope, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_report_items')
    .where('report_id', '=', reportId)
    .select('notification_id')
    .orderBy('notification_id')
    .execute()
  return rows.map(({ notification_id }) => notification_id)
}

/** Reports of which the actor sees every record. */
function seenReports(scope: ActorScope) {
  return scope.db.selectFrom('notification_reports as p').$if(!seesAll(scope), (query) =>
    query.where(
      sql<SqlBool>`not exists (
          select from notification_report_items l
          join notifications n on n.tenant_id = ${scope.tenant.id} and n.id = l.notification_id
          join test_records r on r.tenant_id = ${scope.tenant.id} and r.id = n.test_record_id
          where l.tenant_id = ${scope.tenant.id} and l.report_id = p.id and not ${recordInActorScope(scope, 'r')})`,
    ),
  )
}

function shownReports(scope: ActorScope) {
  return seenReports(scope)
    .innerJoin('notification_rules as u', 'u.id', 'p.rule_id')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'u.id').onRef('v.version', '=', 'u.version'),
    )
    .leftJoin('users as m', (join) => join.onRef('m.id', '=', 'p.made_by').on('m.status', '<>', 'deleted'))
    .select(['p.id', 'p.rule_id', 'p.rule_version', 'v.name as rule_name', 'v.authority', 'p.format', 'p.way'])
    .select(['p.state', 'p.problem', 'p.tries', 'p.due_at', 'p.items', 'p.file_name', 'p.file_hash', 'p.again_of'])
    .select(['p.made_by', 'm.full_name as maker_name', 'p.made_at', 'p.sent_at'])
    .leftJoin('users as w', (join) => join.onRef('w.id', '=', 'p.withdrawn_by').on('w.status', '<>', 'deleted'))
    .select(['p.may_have_arrived', 'p.withdrawn_at', 'w.full_name as withdrawer_name'])
    .select(sql<boolean>`p.file is not null`.as('has_file'))
    .select(mayRepeat(scope).as('may_repeat'))
}

/** True for a report that tells what may have arrived with an earlier one that was withdrawn. */
function mayRepeat({ tenant }: Scope): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from notification_report_items l
    join notification_report_items e on e.tenant_id = ${tenant.id} and e.notification_id = l.notification_id and e.report_id < l.report_id
    join notification_reports w on w.tenant_id = ${tenant.id} and w.id = e.report_id and w.state = 'withdrawn' and w.may_have_arrived
    where l.tenant_id = ${tenant.id} and l.report_id = p.id)`
}

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof notificationReportList, { id: string }>({
  made_at: [{ column: sql.ref('p.id'), type: 'uuid', valueOf: (row) => row.id }],
})

/** Reads a page of reports, the latest first. */
export async function listReportRows(scope: ActorScope, query: Query<typeof listNotificationReports>) {
  const page = orders.page(query)
  const ofRule = sql<SqlBool>`${query.rule_id === undefined ? sql`true` : sql`p.rule_id = ${query.rule_id}::uuid`}`
  const rows = shownReports(scope).where(ofRule).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: seenReports(scope).where(ofRule).select('p.id') })
}

/** Finds a report of which the actor sees every record. */
export async function findReport(scope: ActorScope, id: string) {
  return await shownReports(scope).where('p.id', '=', id).executeTakeFirst()
}
export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** Reads the file of a report; undefined once it is deleted. */
export async function readFile({ db }: Scope, id: string): Promise<ReportFile | undefined> {
  const row = await db
    .selectFrom('notification_reports')
    .where('id', '=', id)
    .select(['file', 'file_name', 'file_hash'])
    .executeTakeFirst()
  return row?.file == null ? undefined : { name: row.file_name, content: row.file, hash: row.file_hash }
}

/**
 * Deletes the files that say something of these subjects, whether they were sent or not, also if the record was moved to
 * somebody else since or was theirs while a merge stood, and returns the reports that are passed on by hand and not known to be sent. One that is being sent is looked at at once.
 */
export function deleteFilesAbout(scope: Scope, subjectIds: readonly string[]): Promise<{ id: string }[]> {
  const { tenant } = scope
  return deleteFilesWith(
    scope,
    sql`r.subject_id = any(${subjectIds}::uuid[]) or exists (
      select from test_record_versions f
      where f.tenant_id = ${tenant.id} and f.test_record_id = r.id and f.subject_id = any(${subjectIds}::uuid[]))
      or exists (
        select from subject_merges m
        where m.tenant_id = ${tenant.id} and m.kept_subject_id = any(${subjectIds}::uuid[]) and r.id = any(m.test_record_ids))`,
  )
}

/** Deletes the files of reports that have not left and tell of these records. Returns those that are passed on by hand. */
export function deleteFilesToSend(scope: Scope, recordIds: readonly string[]): Promise<{ id: string }[]> {
  return deleteFilesWith(scope, sql`p.state in ('made', 'sending') and r.id = any(${recordIds}::uuid[])`)
}

async function deleteFilesWith({ db, tenant, now }: Scope, condition: RawBuilder<unknown>): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    update notification_reports p set file = null, due_at = case when p.state = 'sending' then ${now}::timestamptz else p.due_at end
    where p.tenant_id = ${tenant.id} and p.file is not null and exists (
      select from notification_report_items l
      join notifications n on n.tenant_id = ${tenant.id} and n.id = l.notification_id
      join test_records r on r.tenant_id = ${tenant.id} and r.id = n.test_record_id
      where l.tenant_id = ${tenant.id} and l.report_id = p.id and (${condition})
    )
    returning p.id, p.state`.execute(db)
  return rows.filter(({ state }) => state === 'made')
}

/** Milliseconds for which a process may send one report before another one takes over. It is more than one try takes. */
const leaseMs = 120_000

/** Whether a report is to be sent now, and no process sends it. */
function isDue({ now }: Scope) {
  return sql<SqlBool>`state = 'sending' and due_at <= ${now} and (leased_until is null or leased_until < ${now})`
}

/** Lists at most so many of the tenant's reports that are due, in the order of `due_notification_reports`. */
export async function listDue(scope: Scope, most: number): Promise<string[]> {
  const due = await scope.db
    .selectFrom('notification_reports')
    .where(isDue(scope))
    .select('id')
    .orderBy(sql`tries > 0`)
    .orderBy('due_at')
    .limit(most)
    .execute()
  return due.map(({ id }) => id)
}

/**
 * Takes a report for this process, if it is due and no other process has it. A process that had it and has died may have sent
 * it.
 */
export async function takeDue(scope: Scope, id: string, lease: string) {
  return await scope.db
    .updateTable('notification_reports')
    .set({
      lease,
      leased_until: new Date(scope.now.getTime() + leaseMs),
      may_have_arrived: sql<boolean>`may_have_arrived or lease is not null`,
    })
    .where('id', '=', id)
    .where(isDue(scope))
    .returning(['id', 'rule_id', 'rule_version', 'way', 'format', 'file', 'file_name', 'file_hash', 'tries'])
    .executeTakeFirst()
}
export type DueReport = NonNullable<Awaited<ReturnType<typeof takeDue>>>

/** Finds from whom and to whom a report is. */
export async function findLetterhead({ db, tenant }: Scope, id: string) {
  const row = await db
    .selectFrom('notification_reports as p')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'p.rule_id').onRef('v.version', '=', 'p.rule_version'),
    )
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .where('p.id', '=', id)
    .select(['v.authority', 't.name as tenantName', 't.product_name as productName'])
    .executeTakeFirstOrThrow()
  return { ...row, locale: tenant.defaultLanguage }
}
export type Letterhead = Awaited<ReturnType<typeof findLetterhead>>

/** Keeps that a server or a mailbox has taken a report, with all that it tells, if this process still has it. */
export async function settleSent(scope: Scope, id: string, lease: string): Promise<void> {
  const sent = await scope.db
    .updateTable('notification_reports')
    .set({ state: 'sent', sent_at: scope.now, problem: null, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('made_by')
    .executeTakeFirst()
  if (sent !== undefined) await markItemsSent(scope, id, sent.made_by)
}

/**
 * Why a report is withdrawn: its file was deleted and it is not known to be sent; its file is gone, which the process with
 * this lease found; or somebody asked for it.
 */
export type Withdrawal = { because: 'deleted' } | { because: 'gone'; lease: string } | { because: 'asked'; by: string }

/**
 * Marks a report that has not left as withdrawn, and returns whether it was. One that a process may be sending now is left to it. Of
 * a server it is known that it does not have a file that is gone, because it was looked for there.
 */
export async function markWithdrawn({ db, now }: Scope, id: string, why: Withdrawal): Promise<boolean> {
  const isOfNobody = sql<SqlBool>`(lease is null or leased_until < ${now}::timestamptz)`
  const isPossible = {
    deleted: sql<SqlBool>`state = 'made'`,
    gone: sql<SqlBool>`lease = ${why.because === 'gone' ? why.lease : null}::uuid`,
    asked: sql<SqlBool>`(state = 'made' or state = 'sending' and problem is not null and ${isOfNobody})`,
  }[why.because]
  const mayHaveArrived =
    why.because === 'gone'
      ? sql<boolean>`may_have_arrived and way <> 'sftp'`
      : sql<boolean>`may_have_arrived or lease is not null`
  const { numUpdatedRows } = await db
    .updateTable('notification_reports')
    .set({ state: 'withdrawn', lease: null, leased_until: null, may_have_arrived: mayHaveArrived })
    .set(why.because === 'asked' ? { withdrawn_at: now, withdrawn_by: why.by } : { problem: null })
    .where('id', '=', id)
    .where(isPossible)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps that a try failed, and when the next one is. Returns false if another process has taken over. */
export async function settleFailed(
  { db }: Scope,
  id: string,
  lease: string,
  failed: { problem: ReportProblem; tries: number; dueAt: Date; mayHaveArrived: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_reports')
    .set({ problem: failed.problem, tries: failed.tries, due_at: failed.dueAt, lease: null, leased_until: null })
    .set({ may_have_arrived: sql<boolean>`may_have_arrived or ${failed.mayHaveArrived}` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a report that waits for its next try due at once. */
export async function hurryReport({ db, now }: Scope, id: string): Promise<void> {
  await db
    .updateTable('notification_reports')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** Deletes at most `most` files of reports that were sent or withdrawn long ago, and returns how many. */
export async function deleteOldFiles({ db, tenant }: Scope, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update notification_reports set file = null where tenant_id = ${tenant.id} and id = any(array(
      select id from notification_reports
      where tenant_id = ${tenant.id} and file is not null and state in ('sent', 'withdrawn')
        and made_at < now() - make_interval(days => ${reportFileDays})
        and coalesce(sent_at, withdrawn_at) < now() - make_interval(days => ${reportFileDays})
      limit ${most} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** When a report that came out of a backup is due: not before somebody asks for it. */
const notByItself = '9999-01-01T00:00:00Z'

/** Stops what is sent by itself after a restore, because what the backup holds as ready or as being sent may have been sent since. */
export async function settleRestored({ db, tenant }: Scope): Promise<void> {
  await sql`
    update notification_reports set problem = 'restored', may_have_arrived = true, tries = greatest(tries, 1), due_at = ${notByItself}::timestamptz,
      lease = null, leased_until = null
    where tenant_id = ${tenant.id} and state = 'sending'`.execute(db)
  await db
    .updateTable('notification_sendings')
    .set({ every_minutes: null, next_at: null })
    .where('every_minutes', 'is not', null)
    .execute()
}
