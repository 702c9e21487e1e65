import type { Text } from '../platform/text-sender.ts'
import { wordsIn } from '../platform/phrases.ts'
import { inGroupsOfFour, oneLine } from './mail-text.ts'
import type { MessageLink } from './link.ts'
import type { WaitingMessage } from './repository.ts'

/** A text message: one short line, because phones show it on a locked screen. It says neither a name nor what is tested. */
export function renderText(message: WaitingMessage, link: MessageLink | null): Text {
  const { template } = message
  if (template !== 'patient-invitation' || link?.code == null) throw new Error(`There is no text for ${template}`)
  const product = oneLine(message.product_name ?? message.tenant_name)
  return {
    to: message.recipient,
    text: wordsIn(message.locale)('mail:patient-invitation.line', {
      product,
      link: link.href,
      code: inGroupsOfFour(link.code),
    }),
  }
}
