import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import type { Door } from '../../access/door/door.ts'
import { findDue } from '../../access/each-tenant.ts'
import type { Scope } from '../../access/scope.ts'
import { keepUnsentMail, tellAdministrators } from '../../messages/service.ts'
import type { Config } from '../../platform/config.ts'
import type { KeptSecrets } from '../../platform/kept-secrets.ts'
import { openMailer, type SendMail } from '../../platform/mailer.ts'
import { mailReport, renderReport } from './mail.ts'
import { makeOf } from './service.ts'
import { contextOf } from './settings-service.ts'
import { findSending, listAutomatic, takeAutomatic } from './sending-repository.ts'
import { putFile, type SftpPost, type SftpTarget } from './sftp.ts'
import { withdrawReport } from './withdrawing-service.ts'
import * as rows from './repository.ts'

/** What sends reports to servers and mailboxes. */
export interface ReportSender extends SftpPost {
  secrets: KeptSecrets
  /** Undefined without a mail server; the mails are then shown at `/dev/mail`, but in production they wait. */
  sendMail?: SendMail | undefined
  isProduction?: boolean
}

export function openReportSender(
  { mail, environment }: Pick<Config, 'mail' | 'environment'>,
  sender: SftpPost & { secrets: KeptSecrets },
): ReportSender {
  return { ...sender, sendMail: openMailer(mail), isProduction: environment === 'production' }
}

/**
 * Makes the reports that are made by themselves and are due. A tenant that is suspended has none. One that fails does not
 * hold up the others, and its error is thrown at the end.
 */
export async function makeAutomatic(door: Door): Promise<void> {
  const { due, failed } = await findDue(door, door.rulesToReport(), listAutomatic)
  await eachInTurn(due, async ({ tenantId, id }) => {
    await door.enterTenant(tenantId, id, async (scope) => {
      if (scope.tenant.status === 'suspended' || !(await takeAutomatic(scope, id))) return
      await makeOf(scope, { ruleId: id }, { id: newId(), madeBy: null })
    })
  })
  if (failed !== undefined) throw failed
}

/** Reports that are taken up at once, at most. */
const mostAtOnce = 20

/** Milliseconds after which a tenant's further reports wait for the next look, so that slow servers hold up nobody else for long. */
const turnMs = 10_000

/**
 * Sends what is due now, for all tenants at once and for each of them one report after the other. One that fails does not
 * hold up the others, and its error is thrown at the end.
 */
export async function sendDueReports(door: Door, sender: ReportSender): Promise<void> {
  const { due, failed } = await findDue(door, door.dueNotificationReports(mostAtOnce), (scope) =>
    rows.listDue(scope, mostAtOnce),
  )
  const end = performance.now() + turnMs
  const ofTenants = [...Map.groupBy(due.slice(0, mostAtOnce), ({ tenantId }) => tenantId).values()]
  const outcomes = await Promise.allSettled(
    ofTenants.map((reports) =>
      eachInTurn(reports, async ({ tenantId, id }) => {
        if (performance.now() < end) await sendReport(door, sender, tenantId, id)
      }),
    ),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  if (failed !== undefined) throw failed
}

/** Does all of it, and then throws the first error if there was one. */
async function eachInTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/**
 * Sends one report, if no other process does. Its name on the server is made of its id, so that a try whose outcome was
 * not kept is found there by the next one. A mail cannot be found, and is sent again then, with the same Message-ID.
 */
async function sendReport(door: Door, sender: ReportSender, tenantId: string, id: string): Promise<void> {
  const lease = newId()
  const taken = await door.enterTenant(tenantId, id, async (scope) => {
    if (scope.tenant.status === 'suspended') return undefined
    const report = await rows.takeDue(scope, id, lease)
    return report && { report, post: await postOf(scope, sender, report) }
  })
  if (taken === undefined) return
  const { report, post } = taken
  let mayHaveArrived = false
  const reached = () => {
    mayHaveArrived = true
  }
  const problem = typeof post === 'string' ? post : await post.send(reached)
  await door.enterTenant(tenantId, id, async (scope) => {
    if (problem === undefined) await rows.settleSent(scope, id, lease)
    else if (problem === 'gone') await withdrawReport(scope, id, { because: 'gone', lease })
    else await keepFailure(scope, report, lease, { problem, mayHaveArrived })
  })
}

/**
 * A way in which a report can be sent now. `send` returns what kept it from that, and calls `reached` once the authority may
 * have it nevertheless.
 */
interface Post {
  send: (reached: () => void) => Promise<ReportProblem | 'gone' | undefined>
}

async function postOf(
  scope: Scope,
  sender: ReportSender,
  report: rows.DueReport,
): Promise<Post | ReportProblem | 'gone'> {
  const { file_name: name, file: content } = report
  if (report.way === 'mail') {
    if (content === null) return 'gone'
    const { mail } = await findSending(scope, report.rule_id)
    if (mail === null) return 'settings'
    if (mail.confirmedAt === null) return 'unconfirmed'
    const { sendMail, isProduction = false } = sender
    const rendered = renderReport(await rows.findLetterhead(scope, report.id), { ...report, content }, mail.address)
    if (sendMail !== undefined) return { send: (reached) => mailReport(sendMail, rendered, reached) }
    if (isProduction) return 'mail'
    await keepUnsentMail(scope, report.id, rendered)
    return { send: async () => undefined }
  }
  const target = await targetOf(scope, sender.secrets, report.rule_id)
  return target === undefined ? 'settings' : { send: (reached) => putFile(sender, target, { name, content }, reached) }
}

async function targetOf(scope: Scope, secrets: KeptSecrets, ruleId: string): Promise<SftpTarget | undefined> {
  const { sftp, secret } = await findSending(scope, ruleId)
  const plain = secret === null ? undefined : secrets.decrypt(secret, contextOf(scope, ruleId))
  return sftp === null || plain === undefined ? undefined : { server: sftp, secret: plain.toString('utf8') }
}

/** Keeps a failure. The first one of a report is mailed, and the page shows each. */
async function keepFailure(
  scope: Scope,
  report: rows.DueReport,
  lease: string,
  failed: { problem: ReportProblem; mayHaveArrived: boolean },
): Promise<void> {
  const tries = report.tries + 1
  const dueAt = new Date(scope.now.getTime() + waitAfter(tries))
  const isOurs = await rows.settleFailed(scope, report.id, lease, { ...failed, tries, dueAt })
  if (isOurs && tries === 1) await tellAdministrators(scope, 'report-not-sent')
}

/** Milliseconds before the next try: a minute, then twice as long after each, and an hour at the most. */
function waitAfter(tries: number): number {
  return Math.min(2 ** (tries - 1), 60) * 60_000
}

/** Milliseconds between two looks for reports that are due. */
const lookEveryMs = 5000

/**
 * Starts making and sending reports in this process; any number may. Returns a function that stops it and waits for what is
 * under way.
 */
export function startSendingReports(
  door: Door,
  sender: ReportSender,
  onError: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await makeAutomatic(door).catch(onError)
      await sendDueReports(door, sender).catch(onError)
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}
