import { localeFor, type Language, type Locale } from '../../contract/locales.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import { holdUser, listAdministrators } from '../accounts/service.ts'
import type { Config } from '../platform/config.ts'
import { describeInLog } from '../platform/described-error.ts'
import type { JobData, Jobs } from '../platform/jobs.ts'
import { openMailer, type Mail } from '../platform/mailer.ts'
import { NotSent } from '../platform/not-sent.ts'
import { openTextSender, type Text } from '../platform/text-sender.ts'
import { enqueue, queueOf, type Beyond } from './limits.ts'
import { makeLink, type MessageLink, type SecretMakers } from './make-link.ts'
import { renderMail } from './mail-text.ts'
import {
  deleteOldFarewell,
  deleteInviteMessages,
  deleteWaiting,
  findWaitingMessage,
  insertDevelopmentMail,
  listDevelopmentMail,
  listWaiting,
  markFailed,
  markSent,
  type NewMessage,
  type ShownMessage,
  type WaitingMessage,
} from './repository.ts'
import type { Template } from './templates.ts'
import { renderText } from './text.ts'

export { oneLine } from './mail-text.ts'
export {
  endDeliveryMessages,
  endLinkMessages,
  eraseDeliveryMessages,
  eraseMessagesTo,
  erasePerson,
} from './repository.ts'

/**
 * Makes jobs for the messages that a restored backup brought, or deletes these messages, because they were sent after
 * the backup.
 */
export async function settleRestored(scope: Scope, decision: 'send' | 'discard'): Promise<void> {
  if (decision === 'discard') await deleteWaiting(scope)
  else for (const { id, channel } of await listWaiting(scope)) await scope.addJob(queueOf(channel), id)
}

/** The operator's request or entry that a message is about. */
type About = Pick<NewMessage, 'operatorRequestId' | 'operatorEntryId'>

/**
 * Queues a message in the transaction of the change that it is about; it is sent after the commit. Nothing is queued
 * for a user who has been erased. Over a daily ceiling the message is left out, or with `refuse` this throws
 * `sending-limit`.
 */
export async function queueMessage(
  scope: Scope,
  {
    template,
    user,
    about = {},
    beyond = 'leave-out',
  }: {
    template: Template
    user: { id: string; email: string; lang: Language }
    about?: About
    beyond?: Beyond
  },
): Promise<void> {
  if (!(await holdUser(scope, user.id))) return
  const { availableLanguages, defaultLanguage } = scope.tenant
  const locale = localeFor(user.lang, availableLanguages, defaultLanguage)
  const message = { template, channel: 'email', userId: user.id, recipient: user.email, locale, ...about } as const
  await enqueue(scope, message, beyond)
}

/** Queues a message to each of the tenant's administrators, who are told of what operators do. */
export async function tellAdministrators(scope: Scope, template: Template, about: About = {}): Promise<void> {
  for (const user of await listAdministrators(scope)) await queueMessage(scope, { template, user, about })
}

/** Queues the last message to somebody whose account is deleted. Nothing of it is kept once it is sent. */
export async function queueFarewell(scope: Scope, { email, lang }: { email: string; lang: Language }): Promise<void> {
  const { availableLanguages, defaultLanguage } = scope.tenant
  const locale = localeFor(lang, availableLanguages, defaultLanguage)
  await enqueue(scope, { template: 'account-deleted', channel: 'email', recipient: email, locale }, 'leave-out')
}

/**
 * Queues the messages of an invite: an email, and a text if there is a mobile number. They replace earlier ones, and
 * each gets a code of its own when it is sent. Throws `sending-limit` over a daily ceiling.
 */
export async function queueInviteMessage(
  scope: Scope,
  invite: { id: string; email: string; mobile: string | null; lang: Language },
): Promise<void> {
  await deleteInviteMessages(scope, invite.id, 'all')
  const { availableLanguages, defaultLanguage } = scope.tenant
  const locale = localeFor(invite.lang, availableLanguages, defaultLanguage)
  const message = { template: 'patient-invitation', inviteId: invite.id, locale } as const
  await enqueue(scope, { ...message, channel: 'email', recipient: invite.email }, 'refuse')
  if (invite.mobile !== null) await enqueue(scope, { ...message, channel: 'text', recipient: invite.mobile }, 'refuse')
}

/** Deletes the unsent messages of an invite. */
export async function endInviteMessages(scope: Scope, inviteId: string): Promise<void> {
  await deleteInviteMessages(scope, inviteId, 'waiting')
}

/**
 * Queues a code to the mailbox of a notification rule, which confirms that somebody there reads it. Throws `sending-limit`
 * over a daily ceiling.
 */
export async function queueMailboxCode(scope: Scope, ruleId: string, address: string): Promise<void> {
  const message = { template: 'mailbox-code', channel: 'email', ruleId, recipient: address } as const
  await enqueue(scope, { ...message, locale: scope.tenant.defaultLanguage }, 'refuse')
}

/**
 * Queues a message about a result, without a name or anything about the result. Over a daily ceiling it throws
 * `sending-limit`, or returns false with `answer`.
 */
export async function queueResultMessage(
  scope: Scope,
  {
    address,
    beyond = 'refuse',
    makeDelivery,
    ...message
  }: {
    template: 'result-ready' | 'result-changed' | 'result-withdrawn'
    channel: 'email' | 'text'
    /** An email, or a mobile number as E.164. */
    address: string
    recordId: string
    /** Makes the delivery whose link the message contains, if any, and returns its id. */
    makeDelivery?: () => Promise<string>
    locale: Locale
    beyond?: 'refuse' | 'answer'
  },
): Promise<boolean> {
  const prepare = makeDelivery && (async () => ({ deliveryId: await makeDelivery() }))
  return await enqueue(scope, { ...message, recipient: address }, beyond, prepare)
}

/** The way of one channel's messages: to a server, into `/dev/mail`, or nowhere yet. */
interface Delivery<Rendered> {
  render: (message: WaitingMessage, link: MessageLink | null) => Rendered
  /** Undefined while the channel is not configured. */
  send: ((rendered: Rendered) => Promise<void>) | undefined
  show: (rendered: Rendered) => ShownMessage
  /** The setting that the channel needs in production. */
  setting: string
}

/** The parts that every channel needs. */
interface Post extends SecretMakers {
  door: Door
  /** The address at which the product is reached from outside. */
  publicUrl: string
  isProduction: boolean
}

/**
 * Starts sending the messages of the outbox. `report` is called for each failed try with codes and ids, but no personal
 * data.
 */
export async function startSending(
  jobs: Jobs,
  door: Door,
  { mail, texts, environment }: Config,
  makers: SecretMakers,
  report: (problem: { queue: string; tenantId: string; messageId: string; reason: string }) => void,
): Promise<void> {
  const post = { door, publicUrl: mail.publicUrl, isProduction: environment === 'production', ...makers }
  const byMail: Delivery<Mail> = {
    render: renderMail,
    send: openMailer(mail),
    show: (rendered) => ({ ...rendered, channel: 'email' }),
    setting: 'SMTP_URL',
  }
  const byText: Delivery<Text> = {
    render: renderText,
    send: openTextSender(texts),
    show: (rendered) => ({ ...rendered, channel: 'text', subject: '', html: '' }),
    setting: 'SMS_ACCOUNT_SID',
  }
  const work = <T>(queue: 'send-message' | 'send-text', delivery: Delivery<T>) =>
    jobs.work(queue, async (job) => {
      try {
        await sendMessage(post, delivery, job)
      } catch (error) {
        // The queue stores a failed job's error, and PostgreSQL's errors contain whole rows.
        const reason = error instanceof NotSent ? error.message : describeInLog(error).message
        report({ queue, tenantId: job.tenantId, messageId: job.id, reason })
        if (!(error instanceof NotSent && error.isFinal)) throw new Error(reason)
        await door.enterTenant(job.tenantId, job.id, (scope) => markFailed(scope, job.id))
      }
    })
  await work('send-message', byMail)
  await work('send-text', byText)
}

/** Sends a message of the outbox. Throws when that fails, and is then called again later. */
async function sendMessage<T>(post: Post, delivery: Delivery<T>, { tenantId, id }: JobData): Promise<void> {
  const { door, isProduction } = post
  const { render, send, show, setting } = delivery
  const dropped = await door.enterTenant(tenantId, id, (scope) => deleteOldFarewell(scope, id))
  if (dropped) return
  if (send === undefined && isProduction) throw new NotSent(`There is no ${setting} to send this message with`)
  const rendered = await door.enterTenant(tenantId, id, async (scope) => {
    // The link would only show that the tenant is suspended, so the message waits as it does while a mail server is
    // away.
    if (scope.tenant.status === 'suspended') throw new NotSent('Its tenant is suspended')
    const message = await findWaitingMessage(scope, id)
    if (message === undefined) return undefined
    const link = await makeLink(scope, message, post)
    return link === undefined ? undefined : render(message, link)
  })
  if (rendered === undefined) return
  await send?.(rendered)
  await door.enterTenant(tenantId, id, async (scope) => {
    // Marked first, because this waits for a running erasure, and nothing may be stored of an erased person.
    const kept = await markSent(scope, id)
    if (send === undefined && kept !== undefined)
      await insertDevelopmentMail(scope, id, { ...show(rendered), to: kept })
  })
}

/** Keeps a mail that another noun sends by itself, and that had no server to go to. `id` is its own id, so a repeat keeps one. */
export async function keepUnsentMail(scope: Scope, id: string, mail: Mail): Promise<void> {
  await insertDevelopmentMail(scope, id, { ...mail, channel: 'email' })
}

/** Lists the messages that had no server to go to, the newest first. */
export function listUnsentMessages(scope: Scope): ReturnType<typeof listDevelopmentMail> {
  return listDevelopmentMail(scope)
}
