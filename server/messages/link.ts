import type { Scope } from '../access/scope.ts'
import { newToken } from '../access/tokens.ts'
import { insertToken } from '../accounts/service.ts'
import type { WaitingMessage } from './repository.ts'
import { linkOfTemplate } from './templates.ts'

/** Where a message leads, and the invite code in it, which may also be typed. */
export interface MessageLink {
  href: string
  code: string | null
}

/** What makes the secrets of links that other nouns keep, stores what is needed to know them again, and answers them. */
export interface SecretMakers {
  /** The code of an invite for its message by one channel. */
  makeInviteCode: (scope: Scope, inviteId: string, channel: WaitingMessage['channel']) => Promise<string>
  /** The token of the link that a delivery brings; undefined where that is not to be sent any more. */
  makeResultToken: (scope: Scope, deliveryId: string) => Promise<string | undefined>
}

/**
 * The link of a message, or null for one that leads nowhere. Its token or code is made now and only the hash is stored;
 * a second try makes another, and the newest one counts. Undefined where the message is not to be sent any more.
 */
export async function makeLink(
  scope: Scope,
  message: WaitingMessage,
  { publicUrl, makeInviteCode, makeResultToken }: { publicUrl: string } & SecretMakers,
): Promise<MessageLink | null | undefined> {
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

/** The tenant's own domain, else its name below the public address; never what a request claimed as its host. */
function originOf({ domain, slug }: Pick<WaitingMessage, 'domain' | 'slug'>, publicUrl: string): string {
  const url = new URL(publicUrl)
  url.host = domain ?? `${slug}.${url.host}`
  return url.origin
}
