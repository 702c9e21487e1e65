import type { Body, Query, Reply } from '../../contract/endpoint.ts'
import {
  mostClosed,
  type closeNotifications as closeEndpoint,
  type listNotifications as listEndpoint,
  type Notification,
  type NotificationCounts,
} from '../../contract/notifications/items.ts'
import { mayNotify } from '../../contract/permissions/can.ts'
import { recordDone, recordDoneToAll } from '../access/audit/audit.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import { lockSubjectsOf, toSubject } from '../subjects/service.ts'
import { deleteFilesAbout, deleteFilesToSend } from './reports/repository.ts'
import { withdrawReport } from './reports/withdrawing-service.ts'
import * as rows from './repository.ts'

export { makeMailboxCode } from './reports/mailbox-repository.ts'
export { deleteOldFiles, settleRestored } from './reports/repository.ts'

/** Throws `not-possible` for a tenant of animals, of which no authority is told by these rules. */
export function requirePeople({ tenant }: Scope): void {
  if (tenant.subjectKind !== 'human') throw new Failure('not-possible')
}

/** Throws `not-possible` for a tenant of animals. */
export async function listNotifications(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  requirePeople(scope)
  const { items, page } = await rows.listItemRows(scope, query)
  return { data: items.map(shown), page }
}

/** Throws `not-possible` for a tenant of animals. */
export async function countNotifications(scope: ActorScope): Promise<NotificationCounts> {
  requirePeople(scope)
  const counts = await rows.countItems(scope)
  const sum = (of: 'overdue' | 'due' | 'incomplete' | 'ready' | 'sending' | 'rejected') =>
    counts.reduce((total, one) => total + one[of], 0)
  const toReport = new Map(counts.map(({ rule_id, to_report }) => [rule_id, to_report]))
  return {
    overdue: sum('overdue'),
    due: sum('due'),
    incomplete: sum('incomplete'),
    ready: sum('ready'),
    sending: sum('sending'),
    rejected: sum('rejected'),
    rules: (await rows.listRulesOfItems(scope)).map((rule) => ({ ...rule, toReport: toReport.get(rule.id) ?? 0 })),
  }
}

/** Counts what is due within a day and what is overdue; null for actors who do not tell authorities. */
export async function countDuties(scope: ActorScope): Promise<Pick<NotificationCounts, 'overdue' | 'due'> | null> {
  const { actor, tenant } = scope
  if (tenant.subjectKind !== 'human' || !mayNotify({ ...actor, features: tenant.features })) return null
  return await rows.countDueItems(scope)
}

/** Throws `not-found`, also for an item of a record that the actor does not see. */
export async function getNotification(scope: ActorScope, id: string): Promise<Notification> {
  return shown(found(await rows.findItem(scope, id)))
}

/** Throws `not-found` for a record that the actor does not see. */
export async function listRecordNotifications(scope: ActorScope, recordId: string): Promise<Notification[]> {
  if (!(await rows.seesRecord(scope, recordId))) throw new Failure('not-found')
  return (await rows.listItemsOfRecord(scope, recordId)).map(shown)
}

/**
 * Marks an item as acknowledged. One that was not sent counts as told by another way. Throws `not-found`, and
 * `not-possible` for one that is superseded. One that is acknowledged stays as it is.
 */
export async function acknowledge(scope: ActorScope, id: string, reason: string): Promise<Notification> {
  const item = await lock(scope, id)
  if (item.state === 'superseded') throw new Failure('not-possible')
  if (item.state !== 'acknowledged') {
    await rows.answerItem(scope, id, { state: 'acknowledged', reason, isToldOtherwise: item.sent_at === null })
    await recordDone(scope, 'notification.acknowledged', id)
  }
  return await getNotification(scope, id)
}

/**
 * Marks an item that was told as rejected. If a later item tells what is true now, it is superseded instead of waiting to be
 * told again. Throws `not-found`, and `not-possible` for one that was not told. A rejected one stays as it is.
 */
export async function reject(scope: ActorScope, id: string, reason: string): Promise<Notification> {
  const item = await lock(scope, id)
  if (!isTold(item)) throw new Failure('not-possible')
  if (item.state !== 'rejected') {
    const state = (await rows.hasLaterItem(scope, item)) ? 'superseded' : 'rejected'
    await rows.answerItem(scope, id, { state, reason, isToldOtherwise: false })
    await recordDone(scope, 'notification.rejected', id)
  }
  return await getNotification(scope, id)
}

/**
 * Closes what is to be told of what the actor sees, and returns how much. Throws `not-possible` for a tenant of animals, and where the list
 * shows more or less than the actor saw.
 */
export async function closeNotifications(
  scope: ActorScope,
  { how, reason, total, ...filter }: Body<typeof closeEndpoint>,
): Promise<number> {
  requirePeople(scope)
  const isAsSeen = filter.ids !== null || (await rows.countListed(scope, filter.filter)) === total
  if (!isAsSeen) throw new Failure('not-possible')
  const ids = (await rows.lockOpenItems(scope, filter, mostClosed)).map(({ id }) => id)
  await rows.closeAll(scope, ids, { how, reason })
  await recordDoneToAll(scope, how === 'told' ? 'notification.acknowledged' : 'notification.closed', ids)
  return ids.length
}

/** True for what an authority may have answered. A rejected item may have been rejected before. */
function isTold({ state }: rows.LockedItem): boolean {
  return state === 'sent' || state === 'acknowledged' || state === 'rejected'
}

async function lock(scope: ActorScope, id: string): Promise<rows.LockedItem> {
  found(await rows.findItem(scope, id))
  return found(await rows.lockItem(scope, id))
}

/**
 * Closes what was not told of a person, whom items name by ids alone, and deletes the files of reports that tell of them. A
 * report that has not left is withdrawn: at once if it is passed on by hand, and otherwise once it is known not to have arrived.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  const subjectIds = await lockSubjectsOf(scope, person)
  for (const { id } of await deleteFilesAbout(scope, subjectIds)) {
    await withdrawReport(scope, id, { because: 'deleted' })
  }
  await rows.closeOfSubjects(scope, subjectIds)
}

/** Withdraws reports that have not left and tell of records that are held back from now on, as of an erased person. */
export async function holdBack(scope: Scope, recordIds: readonly string[]): Promise<void> {
  for (const { id } of await deleteFilesToSend(scope, recordIds))
    await withdrawReport(scope, id, { because: 'deleted' })
}

function openState(row: rows.ItemRow, missing: readonly unknown[]): Notification['state'] {
  if (missing.length > 0) return 'incomplete'
  return row.is_behind ? 'waiting' : 'ready'
}

function withdrawnOf({ may_have_arrived }: rows.ItemRow): Notification['withdrawn'] {
  if (may_have_arrived === null) return null
  return may_have_arrived ? 'may-have-arrived' : 'not-arrived'
}

function shown(row: rows.ItemRow): Notification {
  const isOpen = row.state === 'open'
  const isUntold = isOpen || row.state === 'rejected'
  const isErased = row.identity_of === null
  const missing = isUntold && !isErased ? row.missing : []
  return {
    id: row.id,
    rule: { id: row.rule_id, name: row.rule_name },
    ruleVersion: row.rule_version,
    authority: row.authority,
    kind: row.kind,
    refersTo: row.refers_to,
    outcome: row.outcome,
    state: row.state === 'open' ? openState(row, missing) : row.state,
    closedBecause: row.closed_because,
    missing,
    versionAt: row.version_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    isOverdue: row.is_overdue,
    sentAt: row.sent_at?.toISOString() ?? null,
    sentBy: row.sender_name,
    reportId: row.report_id,
    reportWay: row.report_way,
    reportProblem: row.report_problem,
    withdrawn: isUntold ? withdrawnOf(row) : null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answerer_name,
    answerReason: row.answer_reason,
    record: {
      id: row.test_record_id,
      version: row.record_version,
      testId: row.test_id,
      result: row.result,
      performedAt: row.performed_at.toISOString(),
      performedZone: row.performed_zone,
      subject: toSubject(row),
      organisation: { id: row.organisation_id, name: row.organisation_name },
      group: { id: row.group_id, name: row.group_name },
      assay: { id: row.assay_id, name: row.assay_name },
    },
    version: row.version,
  }
}
