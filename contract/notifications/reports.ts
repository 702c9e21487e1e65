import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, ids } from '../schema.ts'
import { notificationFormats, notificationWays } from './rule-parts.ts'

const requires = { rule: 'mayNotify' } as const

/** The most items of one report. */
export const mostReported = 500

/** Days for which the file of a report is kept. */
export const reportFileDays = 30

/**
 * `sending`: a server has not taken it yet. `failing`: the last try failed, and it is tried again by itself. `sent`: it was
 * taken, or it was made for somebody who downloads it.
 */
export const reportStates = ['sending', 'failing', 'sent'] as const
export type ReportState = (typeof reportStates)[number]

/** Why a try failed. `refused`: the server does not let us in; `write`: it does not take the file; `settings`: they are gone or cannot be read; `restored`: it comes out of a backup, and may have been sent since. */
export const reportProblems = [
  'name',
  'address',
  'connection',
  'host-key',
  'refused',
  'write',
  'timeout',
  'settings',
  'restored',
] as const
export type ReportProblem = (typeof reportProblems)[number]

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
 * Makes one report of items of a rule that are ready, and marks them as sent. Without `ids`, of all that the user sees, the
 * most urgent first and at most 500. 200 with null if none is ready, so that a repeat makes no second one. 409 `not-possible` if one
 * of `ids` is not ready, and if the rule's way is not set up.
 */
export const makeNotificationReport = endpoint('makeNotificationReport', 'POST /notification-reports', {
  summary: 'Make a report of what is ready, and send it by the way of its rule',
  requires,
  body: z.strictObject({ ruleId: id, ids: z._default(z.nullable(ids(mostReported)), null) }),
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

/** Reads the file of a report as it was sent. 404 once it is deleted. */
export const openNotificationReport = endpoint('openNotificationReport', 'GET /notification-reports/{id}/file', {
  summary: 'The file of a report',
  requires,
  replies: { 200: dataOf(z.strictObject({ name: z.string(), mediaType: z.string(), content: z.string() })) },
  audit: 'notification-report.opened',
})
