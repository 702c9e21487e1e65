import type { FastifyInstance } from 'fastify'
import * as reports from '../../../contract/notifications/reports.ts'
import * as sending from '../../../contract/notifications/sending.ts'
import { invalid } from '../../platform/failure.ts'
import { answerWith, versionOf } from '../../access/changing/versions.ts'
import { idempotencyKeyOf, serve, serveInSteps } from '../../access/serving/serve.ts'
import { enterMailboxCode } from './mailbox-service.ts'
import type { ReportSender } from './sending-service.ts'
import {
  confirmReport,
  getReport,
  listReports,
  makeReport,
  openReport,
  retryReport,
  sendAgain,
  withdrawByHand,
} from './service.ts'
import { changeSending, getSending } from './settings-service.ts'

export function notificationReportRoutes(app: FastifyInstance, sender: ReportSender): void {
  serve(app, sending.getNotificationSending, async (scope, { params }) =>
    answerWith(await getSending(scope, params.id)),
  )

  serve(app, sending.changeNotificationSending, async (scope, { params, body, request }) =>
    answerWith(await changeSending(scope, sender, params.id, { form: body, version: versionOf(request) })),
  )

  serveInSteps(app, sending.enterMailboxCode, async (enter, { params, body }) => {
    // A wrong code is counted by a transaction that is committed.
    const data = await enter((scope) => enterMailboxCode(scope, params.id, body.code))
    if (data === 'wrong-code') throw invalid('code', 'wrongCode')
    return { body: { data } }
  })

  serve(app, reports.listNotificationReports, async (scope, { query }) => ({ body: await listReports(scope, query) }))

  serve(app, reports.getNotificationReport, async (scope, { params }) => ({
    body: { data: await getReport(scope, params.id) },
  }))

  serve(app, reports.makeNotificationReport, async (scope, { body }) => {
    const data = await makeReport(scope, body)
    return data === null ? { status: 200, body: { data } } : { status: 201, body: { data } }
  })

  serve(app, reports.sendNotificationReportAgain, async (scope, { params, request }) => {
    const { report, isRepeat } = await sendAgain(scope, params.id, idempotencyKeyOf(request))
    return { status: isRepeat ? 200 : 201, body: { data: report } }
  })

  serve(app, reports.retryNotificationReport, async (scope, { params }) => ({
    body: { data: await retryReport(scope, params.id) },
  }))

  serve(app, reports.withdrawNotificationReport, async (scope, { params }) => ({
    body: { data: await withdrawByHand(scope, params.id) },
  }))

  serve(app, reports.confirmNotificationReport, async (scope, { params }) => ({
    body: { data: await confirmReport(scope, params.id) },
  }))

  serve(app, reports.openNotificationReport, async (scope, { params }) => ({
    body: { data: await openReport(scope, params.id) },
  }))
}
