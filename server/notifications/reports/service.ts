import { v7 as newId } from 'uuid'
import type { Body, Query, Reply } from '../../../contract/endpoint.ts'
import { missingSettings } from '../../../contract/notifications/hl7-settings.ts'
import {
  mostReported,
  type listNotificationReports as listEndpoint,
  type makeNotificationReport as makeEndpoint,
  type NotificationReport,
  type openNotificationReport as openEndpoint,
} from '../../../contract/notifications/reports.ts'
import { recordDone } from '../../access/audit/audit.ts'
import { claimRequest } from '../../access/changing/idempotency.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { Failure, found } from '../../platform/failure.ts'
import { missingInHl7 } from '../hl7/batch.ts'
import { requirePeople } from '../service.ts'
import { fileNameOf, fileOf, mediaTypes } from './file.ts'
import * as rows from './repository.ts'
import { findSending, type StoredSending } from './sending-repository.ts'
import { lockReady, type ReadyFilter } from './tests-repository.ts'
import { readTests } from './tests-service.ts'
import { withdrawReport } from './withdrawing-service.ts'

/** Throws `not-possible` for a tenant of animals. */
export async function listReports(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  requirePeople(scope)
  const { items, page } = await rows.listReportRows(scope, query)
  return { data: items.map(shown), page }
}

/** Throws `not-found`, also for a report about a record that the actor does not see. */
export async function getReport(scope: ActorScope, id: string): Promise<NotificationReport> {
  return shown(found(await rows.findReport(scope, id)))
}

/** A report with whether this request had made it before. */
interface Made {
  report: NotificationReport
  isRepeat: boolean
}

/**
 * Makes a report of what the actor sees; null if nothing is ready. Throws `not-found` for a rule of nobody, and
 * `not-possible` if it cannot be made now.
 */
export async function makeReport(
  scope: ActorScope,
  { ruleId, ids, except }: Body<typeof makeEndpoint>,
): Promise<NotificationReport | null> {
  requirePeople(scope)
  const id = newId()
  const outcome = await makeOf(scope, { ruleId, ids, except, seenBy: scope }, { id, madeBy: scope.actor.id })
  if (outcome === 'not-possible') throw new Failure('not-possible')
  return outcome === 'made' ? await getReport(scope, id) : null
}

/**
 * Makes a report of items that are ready, all in one transaction. They are told once it has left. It is not possible if one of those
 * that were asked for by their ids is not ready, and if the way of the rule is not set up or no valid message can be written by it.
 */
export async function makeOf(
  scope: Scope,
  filter: ReadyFilter,
  { id, madeBy }: { id: string; madeBy: string | null },
): Promise<'made' | 'nothing-ready' | 'not-possible'> {
  const rule = found(await rows.findRule(scope, filter.ruleId))
  const sending = await findSending(scope, rule.id)
  if (!isSetUp(rule.way, sending) || !isValid(rule.format, sending)) return 'not-possible'
  const ready = await lockReady(scope, filter, mostReported)
  const read = await readTests(scope, ready)
  const tests = rule.format === 'hl7' ? read.filter((test) => missingInHl7(test, sending.hl7).length === 0) : read
  const items = tests.map((test) => test.id)
  if (filter.ids != null && items.length < filter.ids.length) return 'not-possible'
  if (items.length === 0) return 'nothing-ready'
  const { format, way } = rule
  const file = fileOf({ id, format, rule: rule.name, authority: rule.authority, madeAt: scope.now }, tests, sending)
  const made = { id, ruleId: rule.id, ruleVersion: rule.version, format, way, againOf: null, file, items, madeBy }
  await rows.insertReport(scope, made)
  await rows.markItemsSending(scope, made)
  await recordDone(scope, 'notification-report.made', id, { rows: items.length })
  return 'made'
}

function isSetUp(way: NotificationReport['way'], { sftp, mail }: StoredSending): boolean {
  switch (way) {
    case 'download':
      return true
    case 'mail':
      return mail !== null && mail.confirmedAt !== null
    case 'sftp':
      return sftp !== null
  }
}

/** Whether what is written by these settings can be valid at all. */
function isValid(format: NotificationReport['format'], { hl7 }: StoredSending): boolean {
  return format !== 'hl7' || missingSettings(hl7).length === 0
}

/** Sends the file of a report again, as a report of its own. Throws `not-found`, and `not-possible` if there is nothing to send. */
export async function sendAgain(scope: ActorScope, id: string, key: string | undefined): Promise<Made> {
  const again = newId()
  const earlier = await claimRequest(scope, key, { again: id }, again)
  if (earlier !== undefined) return { report: await getReport(scope, earlier), isRepeat: true }
  const report = found(await rows.findReport(scope, id))
  const file = await rows.readFile(scope, id)
  const sending = await findSending(scope, report.rule_id)
  if (file === undefined || report.state !== 'sent' || report.way === 'download' || !isSetUp(report.way, sending)) {
    throw new Failure('not-possible')
  }
  const named = { rule: report.rule_name, authority: report.authority, format: report.format }
  await rows.insertReport(scope, {
    id: again,
    ruleId: report.rule_id,
    ruleVersion: report.rule_version,
    format: report.format,
    way: report.way,
    againOf: id,
    file: { ...file, name: fileNameOf({ ...named, id: again, madeAt: scope.now }) },
    items: await rows.itemsOf(scope, id),
    madeBy: scope.actor.id,
  })
  await recordDone(scope, 'notification-report.sent-again', again)
  return { report: await getReport(scope, again), isRepeat: false }
}

/** Tries a report that fails at once. Throws `not-found`. */
export async function retryReport(scope: ActorScope, id: string): Promise<NotificationReport> {
  found(await rows.findReport(scope, id))
  await rows.hurryReport(scope, id)
  await recordDone(scope, 'notification-report.retried', id)
  return await getReport(scope, id)
}

/**
 * Withdraws a report that keeps failing, or that is passed on by hand and of which nobody has said that it was sent. Throws `not-found`, and
 * `not-possible` for one that has not failed, has left or is being sent right now. One that is withdrawn stays so.
 */
export async function withdrawByHand(scope: ActorScope, id: string): Promise<NotificationReport> {
  const { state, items } = found(await rows.findReport(scope, id))
  if (state !== 'withdrawn') {
    const isDone = await withdrawReport(scope, id, { because: 'asked', by: scope.actor.id })
    if (isDone) await recordDone(scope, 'notification-report.withdrawn', id, { rows: items })
    else await expectToBe(scope, id, 'withdrawn')
  }
  return await getReport(scope, id)
}

/**
 * Keeps that a report was sent by hand, with all that it tells. Throws `not-found`, and `not-possible` for one that nobody has saved or
 * printed yet, is withdrawn, or is being sent by Lateral. One that was sent stays as it is.
 */
export async function confirmReport(scope: ActorScope, id: string): Promise<NotificationReport> {
  const report = found(await rows.findReport(scope, id))
  if (report.state !== 'sent') {
    if (await rows.settleConfirmed(scope, id)) {
      await recordDone(scope, 'notification-report.confirmed', id, { rows: report.items })
    } else await expectToBe(scope, id, 'sent')
  }
  return await getReport(scope, id)
}

/** Throws `not-possible` unless somebody else has brought a report into this state in the meantime. */
async function expectToBe(scope: ActorScope, id: string, state: 'withdrawn' | 'sent'): Promise<void> {
  if (found(await rows.findReport(scope, id)).state !== state) throw new Failure('not-possible')
}

/**
 * Reads the file of a report. Nobody knows what becomes of one that is passed on by hand before somebody says that it was sent. Throws
 * `not-found`, also once the file is deleted.
 */
export async function openReport(scope: ActorScope, id: string): Promise<Reply<typeof openEndpoint>['data']> {
  const { format } = found(await rows.findReport(scope, id))
  const file = found(await rows.readFile(scope, id))
  await rows.markSaved(scope, id)
  await recordDone(scope, 'notification-report.opened', id)
  return { name: file.name, mediaType: mediaTypes[format], content: file.content.toString('utf8') }
}

function shown(row: rows.ReportRow): NotificationReport {
  const isFailing = row.state === 'sending' && row.problem !== null
  return {
    id: row.id,
    rule: { id: row.rule_id, name: row.rule_name },
    authority: row.authority,
    format: row.format,
    way: row.way,
    state: isFailing ? 'failing' : row.state,
    problem: row.problem,
    tries: row.tries,
    nextTryAt: isFailing && row.problem !== 'restored' ? row.due_at.toISOString() : null,
    items: row.items,
    fileName: row.file_name,
    fileHash: row.file_hash.toString('hex'),
    hasFile: row.has_file,
    againOf: row.again_of,
    madeBy: row.maker_name,
    isAutomatic: row.made_by === null,
    madeAt: row.made_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    mayHaveArrived: row.state !== 'sent' && row.may_have_arrived,
    mayRepeat: row.may_repeat,
    withdrawn: row.withdrawn_at && { at: row.withdrawn_at.toISOString(), by: row.withdrawer_name },
  }
}
