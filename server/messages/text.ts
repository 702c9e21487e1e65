import type { Text } from '../platform/text-sender.ts'
import { wordsIn } from '../platform/phrases.ts'
import { inGroupsOfFour, oneLine } from './mail-text.ts'
import type { MessageLink } from './make-link.ts'
import type { WaitingMessage } from './repository.ts'

/** Messages that are also sent as texts, with their phrases. */
const lines = {
  'patient-invitation': 'mail:patient-invitation.line',
  'result-ready': 'mail:result-ready.line',
  'result-changed': 'mail:result-changed.line',
  'result-withdrawn': 'mail:result-withdrawn.line',
} as const

/**
 * Renders a text: one short line, because phones show it on a locked screen. It contains neither a name nor what is
 * tested.
 */
export function renderText(message: WaitingMessage, link: MessageLink | null): Text {
  const { template } = message
  if (!isLine(template)) throw new Error(`There is no text for ${template}`)
  const product = oneLine(message.product_name ?? message.tenant_name)
  return {
    to: message.recipient,
    text: wordsIn(message.locale)(lines[template], {
      product,
      tenant: oneLine(message.tenant_name),
      link: link?.href ?? '',
      code: inGroupsOfFour(link?.code ?? ''),
    }),
  }
}

function isLine(template: string): template is keyof typeof lines {
  return Object.hasOwn(lines, template)
}
