import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf } from '../listing.ts'
import { results } from '../rules/results.ts'
import { dataOf, id, ids, text } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { outcomeResults } from '../test-sets/outcome.ts'
import { notificationList, notificationStates } from './notification-list.ts'
import { reportProblems } from './report-problems.ts'
import { neededFieldNames, notificationFormats, notificationWays } from './rule-parts.ts'

const requires = { rule: 'mayNotify' } as const

/** What an item tells: a result for the first time, what corrects an item that was told, or that such an item does not hold. */
const notificationKinds = ['first', 'correction', 'removal'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** `person`: somebody said, with a reason, that the authority need not be told. */
const closings = ['corrected', 'voided', 'outcome', 'erased', 'person'] as const
export type NotificationClosing = (typeof closings)[number]

/** Whether a report that was withdrawn is known not to have arrived. */
const withdrawals = ['not-arrived', 'may-have-arrived'] as const

const named = z.strictObject({ id, name: z.string() })

/** Times are ISO 8601 in UTC. */
const notification = z.strictObject({
  id,
  /** By its present name. */
  rule: named,
  ruleVersion: z.int(),
  authority: z.string(),
  kind: z.enum(notificationKinds),
  /** The item that was told and that this one corrects or removes. */
  refersTo: z.nullable(id),
  /** What the set of tests says of which the test is the last, if that is told in the place of its result; null otherwise. */
  outcome: z.nullable(z.enum(outcomeResults)),
  state: z.enum(notificationStates),
  /** Why it is superseded. */
  closedBecause: z.nullable(z.enum(closings)),
  /** What the rule needs and nobody has entered, while it was not told. */
  missing: z.array(z.enum(neededFieldNames)),
  versionAt: z.string(),
  dueAt: z.string(),
  /** True if it is due and was not told. */
  isOverdue: z.boolean(),
  sentAt: z.nullable(z.string()),
  /** Null for somebody who has left. */
  sentBy: z.nullable(z.string()),
  /** The report that it is in; null if the authority was told by another way. */
  reportId: z.nullable(id),
  /** How its report is sent, and why the last try failed, while it has not left. */
  reportWay: z.nullable(z.enum(notificationWays)),
  reportProblem: z.nullable(z.enum(reportProblems)),
  /**
   * What is known of an earlier report of it that was withdrawn, of an item that is to be told: the authority may have it already.
   * Null without one.
   */
  withdrawn: z.nullable(z.enum(withdrawals)),
  answeredAt: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
  /** Why it counts as acknowledged or rejected, or why somebody closed it. */
  answerReason: z.nullable(z.string()),
  /** The record as it is now, and the version that the item is about. A removal names who the record was about when it was told. */
  record: z.strictObject({
    id,
    version: z.int(),
    testId: z.string(),
    result: z.enum(results),
    performedAt: z.string(),
    performedZone: z.string(),
    subject,
    organisation: named,
    group: named,
    assay: named,
  }),
  version: z.int(),
})
export type Notification = z.infer<typeof notification>

/** Lists items of records that the user sees. */
export const listNotifications = endpoint('listNotifications', 'GET /notifications', {
  summary: 'What authorities are to be told by its deadline, or were told',
  requires,
  query: notificationList.page,
  replies: { 200: listOf(notification) },
})

const notificationCounts = z.strictObject({
  overdue: z.int(),
  /** Due within a day, and not overdue. */
  due: z.int(),
  incomplete: z.int(),
  ready: z.int(),
  /** In a report that has not left yet. */
  sending: z.int(),
  rejected: z.int(),
  /**
   * The rules of items that the user sees, by name, with whom they tell and how, and how many a report would tell of: what is ready,
   * and what was rejected.
   */
  rules: z.array(
    z.extend(named, {
      authority: z.string(),
      format: z.enum(notificationFormats),
      way: z.enum(notificationWays),
      toReport: z.int(),
    }),
  ),
})
export type NotificationCounts = z.infer<typeof notificationCounts>

/** Counts what was not told. Open pages poll it. */
export const countNotifications = endpoint('countNotifications', 'GET /notifications/counts', {
  summary: 'How much authorities are still to be told',
  requires,
  isUnattended: true,
  replies: { 200: dataOf(notificationCounts) },
})

export const getNotification = endpoint('getNotification', 'GET /notifications/{id}', {
  summary: 'One item that an authority is to be told',
  requires,
  replies: { 200: dataOf(notification) },
})

/** Lists what authorities were told and are to be told of one record, the oldest first. */
export const listRecordNotifications = endpoint('listRecordNotifications', 'GET /test-records/{id}/notifications', {
  summary: 'What authorities were told of a record',
  isUnattended: true,
  requires,
  replies: { 200: dataOf(z.array(notification)) },
})

const answer = z.strictObject({ reason: text(255) })

/**
 * Marks an item as acknowledged, by hand and with a reason. One that was not sent counts as told by another way, such as
 * by telephone. 409 `not-possible` for one that is superseded.
 */
export const acknowledgeNotification = endpoint('acknowledgeNotification', 'PUT /notifications/{id}/acknowledge', {
  summary: 'Mark as acknowledged by the authority',
  requires,
  body: answer,
  replies: { 200: dataOf(notification) },
  audit: 'notification.acknowledged',
})

/** Marks an item that was sent as rejected, by hand and with a reason. It is then to be told again. 409 `not-possible` for any other. */
export const rejectNotification = endpoint('rejectNotification', 'PUT /notifications/{id}/reject', {
  summary: 'Mark as rejected by the authority',
  requires,
  body: answer,
  replies: { 200: dataOf(notification) },
  audit: 'notification.rejected',
})

/** The most items that are closed at once. */
export const mostClosed = 500

/** How items are closed: the authority was told by another way, or need not be told. */
export const closingWays = ['told', 'needless'] as const
export type ClosingWay = (typeof closingWays)[number]

/**
 * Closes several items with one reason. Without `ids`, all that the list shows by `filter` but those of `except`, the most urgent first
 * and at most 500, if they are still as many as the caller saw (`total`): nobody closes what came meanwhile. Otherwise 409 `not-possible`.
 * What was told, is in a report, or waits for one stays as it is, so that a repeat closes nothing twice.
 */
export const closeNotifications = endpoint('closeNotifications', 'PUT /notifications/close', {
  summary: 'Close several items with one reason',
  requires,
  body: z.strictObject({
    how: z.enum(closingWays),
    reason: text(255),
    ids: z._default(z.nullable(ids(mostClosed)), null),
    except: z._default(ids(mostClosed), []),
    filter: z._default(z.strictObject(notificationList.filters), { state: 'untold' }),
    total: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  }),
  replies: { 200: dataOf(z.strictObject({ closed: z.int() })) },
  audit: 'notification.closed',
})

/**
 * True for an item that somebody closed: as what need not be told, or as told by another way than a report. `reopenNotifications` opens it
 * again.
 */
export function isClosedByHand(
  item: Pick<Notification, 'state' | 'closedBecause' | 'reportId' | 'sentAt' | 'answeredAt'>,
): boolean {
  const { state, closedBecause, reportId, sentAt, answeredAt } = item
  if (state === 'superseded') return closedBecause === 'person'
  return state === 'acknowledged' && reportId === null && sentAt === answeredAt
}

/**
 * Opens items again that somebody closed, so that they are to be told as before: what they lack and when they are due is judged anew.
 * `stays` counts those that stay closed, because their test has changed since or its person was erased. What was not closed, or is open
 * already, stays as it is, so that a repeat opens nothing twice.
 */
export const reopenNotifications = endpoint('reopenNotifications', 'PUT /notifications/reopen', {
  summary: 'Open items again that somebody closed',
  requires,
  body: z.strictObject({ ids: ids(mostClosed) }),
  replies: { 200: dataOf(z.strictObject({ opened: z.int(), stays: z.int() })) },
  audit: 'notification.reopened',
})
