import { localeFor, type Language } from '../../contract/rules/formats.ts'
import type { Door } from '../access/door.ts'
import { insertToken } from '../access/link-tokens.ts'
import type { Scope } from '../access/scope.ts'
import { newToken } from '../access/tokens.ts'
import type { Config } from '../platform/config.ts'
import type { JobData, Jobs } from '../platform/jobs.ts'
import { openMailer, type Mail, type SendMail } from '../platform/mailer.ts'
import {
  deleteOldFarewell,
  findWaitingMessage,
  insertDevelopmentMail,
  insertMessage,
  markSent,
  type WaitingMessage,
} from './repository.ts'
import { renderMail } from './mail-text.ts'
import { linkOfTemplate, type Template } from './templates.ts'

/** Writes a message into the outbox, in the transaction of what it tells of. It is sent once that is committed. */
export async function queueMessage(
  scope: Scope,
  { template, user }: { template: Template; user: { id: string; email: string; lang: Language } },
): Promise<void> {
  const { availableLanguages, defaultLanguage } = scope.tenant
  const locale = localeFor(user.lang, availableLanguages, defaultLanguage)
  const id = await insertMessage(scope, {
    template,
    channel: 'email',
    userId: user.id,
    recipient: user.email,
    locale,
  })
  await scope.addJob('send-message', id)
}

/** The last message to somebody whose account is deleted: nothing is kept of it once it is sent. */
export async function queueFarewell(scope: Scope, { email, lang }: { email: string; lang: Language }): Promise<void> {
  const { availableLanguages, defaultLanguage } = scope.tenant
  const locale = localeFor(lang, availableLanguages, defaultLanguage)
  const id = await insertMessage(scope, { template: 'account-deleted', channel: 'email', recipient: email, locale })
  await scope.addJob('send-message', id)
}

/** How a waiting message leaves: to a mail server, into `/dev/mail`, or not at all yet. */
interface Delivery {
  door: Door
  sendMail: SendMail | undefined
  /** Where the product is reached from outside. */
  publicUrl: string
  isProduction: boolean
}

/** Sends what the outbox holds and will hold. */
export async function startSending(jobs: Jobs, door: Door, { mail, environment }: Config): Promise<void> {
  const delivery = {
    door,
    sendMail: openMailer(mail),
    publicUrl: mail.publicUrl,
    isProduction: environment === 'production',
  }
  await jobs.work('send-message', (job) => sendMessage(delivery, job))
}

/**
 * Sends a message of the outbox. Throws when it could not, and is called again later. The link's token is made now and
 * only its hash is stored; a second try makes another, and the newest one counts.
 */
async function sendMessage(delivery: Delivery, { tenantId, id }: JobData): Promise<void> {
  const { door, sendMail, isProduction } = delivery
  const dropped = await door.enterTenant(tenantId, id, (scope) => deleteOldFarewell(scope, id))
  if (dropped) return
  if (sendMail === undefined && isProduction) throw new Error('There is no SMTP_URL to send this message to')
  const mail = await door.enterTenant(tenantId, id, (scope) => prepare(scope, id, delivery.publicUrl))
  if (mail === undefined) return
  await sendMail?.(mail)
  await door.enterTenant(tenantId, id, async (scope) => {
    // First, because it waits for an erasure that runs at the same time: of who is erased, nothing is kept.
    const kept = await markSent(scope, id)
    if (sendMail === undefined && kept !== undefined) await insertDevelopmentMail(scope, id, { ...mail, to: kept })
  })
}

async function prepare(scope: Scope, id: string, publicUrl: string): Promise<Mail | undefined> {
  const message = await findWaitingMessage(scope, id)
  if (message === undefined) return undefined
  return renderMail(message, await linkOf(scope, message, publicUrl))
}

async function linkOf(scope: Scope, message: WaitingMessage, publicUrl: string): Promise<string | null> {
  const template = linkOfTemplate(message.template)
  if (template === null) return null
  const link = new URL(template.path, originOf(message, publicUrl))
  if (template.parameter !== undefined && template.purpose !== undefined && message.user_id !== null) {
    const token = newToken()
    await insertToken(scope, { userId: message.user_id, email: message.recipient, purpose: template.purpose, token })
    link.searchParams.set(template.parameter, token)
  }
  return link.href
}

/** The tenant's own domain, else its name below the public address; never what a request claimed as its host. */
function originOf({ domain, slug }: WaitingMessage, publicUrl: string): string {
  const url = new URL(publicUrl)
  url.host = domain ?? `${slug}.${url.host}`
  return url.origin
}
