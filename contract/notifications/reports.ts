import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, ids } from '../schema.ts'
import { reportProblems } from './report-problems.ts'
import { notificationFormats, notificationWays } from './rule-parts.ts'

const requires = { rule: 'mayNotify' } as const

/** The most items of one report. */
export const mostReported = 500

/** Days for which the file of a report is kept. */
export const reportFileDays = 30

/**
 * `made`: somebody passes it on by hand, and nobody has said yet that it was sent. `sending`: a server has not taken it yet. `failing`: the
 * last try failed, and it is tried again by itself. `sent`: it was taken, or somebody said that it was sent. `withdrawn`: it is not sent any more, and what was in it
 * is to be told again, because somebody took it out or somebody in it was erased before it had left.
 */
export const reportStates = ['made', 'sending', 'failing', 'sent', 'withdrawn'] as const
export type ReportState = (typeof reportStates)[number]

/** Times are ISO 8601 in UTC. */
const notificationReport = z.strictObject({
  id,
  rule: z.strictObject({ id, name: z.string() }),
  authority: z.string(),
  format: z.enum(notificationFormats),
  way: z.enum(notificationWays),
  state: z.enum(reportStates),
  problem: z.nullable(z.enum(reportProblems)),
  /** Failed tries. */
  tries: z.int(),
  nextTryAt: z.nullable(z.string()),
  items: z.int(),
  fileName: z.string(),
  /** The SHA-256 of its file, in hexadecimal. */
  fileHash: z.string(),
  /** False once the file is deleted: after some time, or with somebody in it. */
  hasFile: z.boolean(),
  /** The report of which this one sends the file again. */
  againOf: z.nullable(id),
  /** Null if Lateral made it by itself, and for somebody who has left. */
  madeBy: z.nullable(z.string()),
  isAutomatic: z.boolean(),
  madeAt: z.string(),
  sentAt: z.nullable(z.string()),
  /**
   * True if a try got so far that the authority may have the file, or somebody has saved or printed what they pass on by hand, of a report that is
   * not known to have arrived.
   */
  mayHaveArrived: z.boolean(),
  /** True if something in it may have arrived with an earlier report that was withdrawn. */
  mayRepeat: z.boolean(),
  /** Who withdrew it by hand; `by` is null for somebody who has left. Null if nobody did. */
  withdrawn: z.nullable(z.strictObject({ at: z.string(), by: z.nullable(z.string()) })),
})
export type NotificationReport = z.infer<typeof notificationReport>

export const notificationReportList = listQuery({
  filters: { rule_id: z.optional(id) },
  sorts: ['-made_at'],
  default: '-made_at',
})

/** Lists reports all of whose items are about records that the user sees, the latest first. */
export const listNotificationReports = endpoint('listNotificationReports', 'GET /notification-reports', {
  summary: 'What was sent to authorities, the latest first',
  requires,
  query: notificationReportList.page,
  replies: { 200: listOf(notificationReport) },
})

export const getNotificationReport = endpoint('getNotificationReport', 'GET /notification-reports/{id}', {
  summary: 'One report to an authority',
  requires,
  replies: { 200: dataOf(notificationReport) },
})

/**
 * Makes one report of items of a rule that are ready. They are told once it has left. Without `ids`, of all that the user sees but
 * those of `except`, the most urgent first and at most 500. 200 with null if none is ready, so that a repeat makes no second one. 409 `not-possible` if one
 * of `ids` is not ready, and if the rule's way is not set up.
 */
export const makeNotificationReport = endpoint('makeNotificationReport', 'POST /notification-reports', {
  summary: 'Make a report of what is ready, and send it by the way of its rule',
  requires,
  body: z.strictObject({
    ruleId: id,
    ids: z._default(z.nullable(ids(mostReported)), null),
    except: z._default(ids(mostReported), []),
  }),
  replies: { 201: dataOf(notificationReport), 200: dataOf(z.null()) },
  audit: 'notification-report.made',
})

/** Sends the file of a report that was sent to a server a second time, as a report of its own. 409 `not-possible` for any other. */
export const sendNotificationReportAgain = endpoint(
  'sendNotificationReportAgain',
  'POST /notification-reports/{id}/again',
  {
    summary: 'Send a report again',
    requires,
    headers: doneOncePerKey,
    replies: { 201: dataOf(notificationReport), 200: dataOf(notificationReport) },
    audit: 'notification-report.sent-again',
  },
)

/** Tries a report that fails at once. Any other stays as it is. */
export const retryNotificationReport = endpoint('retryNotificationReport', 'PUT /notification-reports/{id}/retry', {
  summary: 'Try a report that fails at once',
  requires,
  replies: { 200: dataOf(notificationReport) },
  audit: 'notification-report.retried',
})

/**
 * Withdraws a report that fails, or that is passed on by hand and of which nobody has said that it was sent: it is not sent any more, and
 * what is in it is to be told by another report or by another way. Nothing of it is sent by itself any more. One that is withdrawn stays so.
 * 409 `not-possible` for one of a server that has not failed, has left, or is being sent right now.
 */
export const withdrawNotificationReport = endpoint(
  'withdrawNotificationReport',
  'PUT /notification-reports/{id}/withdraw',
  {
    summary: 'Withdraw a report that fails, or that nobody has said to be sent',
    requires,
    replies: { 200: dataOf(notificationReport) },
    audit: 'notification-report.withdrawn',
  },
)

/**
 * Says that a report which is passed on by hand was sent, and with it all that it tells. One that was sent stays as it is. 409 `not-possible`
 * for one that nobody has saved or printed yet, is withdrawn, or is being sent by Lateral.
 */
export const confirmNotificationReport = endpoint('confirmNotificationReport', 'PUT /notification-reports/{id}/sent', {
  summary: 'Say that a report was sent by hand',
  requires,
  replies: { 200: dataOf(notificationReport) },
  audit: 'notification-report.confirmed',
})

/**
 * Reads the file of a report. Whoever reads one that they pass on by hand may have sent it, and says so by `confirmNotificationReport`: it is not
 * told before. 404 once it is deleted.
 */
export const openNotificationReport = endpoint('openNotificationReport', 'GET /notification-reports/{id}/file', {
  summary: 'The file of a report',
  requires,
  replies: { 200: dataOf(z.strictObject({ name: z.string(), mediaType: z.string(), content: z.string() })) },
  audit: 'notification-report.opened',
})
