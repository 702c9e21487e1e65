import type { Scope } from '../access/scope.ts'
import { newToken } from '../access/sessions/tokens.ts'
import { insertToken } from '../accounts/service.ts'
import { originOf } from '../platform/tenant-origin.ts'
import type { WaitingMessage } from './repository.ts'
import { linkOfTemplate } from './templates.ts'

/** The address of a message's link, and the code in it, which may also be typed. A code to a mailbox is only typed. */
export interface MessageLink {
  href: string | null
  code: string | null
}

/** Functions of other nouns that make the secret of a link, store its hash and return it. */
export interface SecretMakers {
  /** Makes the code of an invite for its message on one channel. */
  makeInviteCode: (scope: Scope, inviteId: string, channel: WaitingMessage['channel']) => Promise<string>
  /** Makes the token of a delivery's link; undefined when it must no longer be sent. */
  makeResultToken: (scope: Scope, deliveryId: string) => Promise<string | undefined>
  /** Makes the code for the mailbox of a notification rule; undefined when it must no longer be sent. */
  makeMailboxCode: (scope: Scope, ruleId: string, address: string) => Promise<string | undefined>
}

/**
 * Makes the link of a message, or null when it has none. A new token or code is made and only its hash stored; a
 * repeated try makes another one, and the newest counts. Returns undefined when the message must no longer be sent.
 */
export async function makeLink(
  scope: Scope,
  message: WaitingMessage,
  { publicUrl, makeInviteCode, makeResultToken, makeMailboxCode }: { publicUrl: string } & SecretMakers,
): Promise<MessageLink | null | undefined> {
  if (message.rule_id !== null) {
    const code = await makeMailboxCode(scope, message.rule_id, message.recipient)
    return code === undefined ? undefined : { href: null, code }
  }
  const template = linkOfTemplate(message.template)
  if (template === null) return null
  const link = new URL(
    template.path,
    originOf(template.isAtOwnName ? { ...message, domain: null } : message, publicUrl),
  )
  if (template.hasInviteCode && message.invite_id !== null) {
    const code = await makeInviteCode(scope, message.invite_id, message.channel)
    return { href: `${link.href}/${code}`, code }
  }
  if (template.hasResultToken && message.delivery_id !== null) {
    const token = await makeResultToken(scope, message.delivery_id)
    return token === undefined ? undefined : { href: `${link.href}/${token}`, code: null }
  }
  if (template.parameter !== undefined && template.purpose !== undefined && message.user_id !== null) {
    const token = newToken()
    await insertToken(scope, { userId: message.user_id, email: message.recipient, purpose: template.purpose, token })
    link.searchParams.set(template.parameter, token)
  }
  return { href: link.href, code: null }
}
