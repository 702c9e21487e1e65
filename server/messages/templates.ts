import type { TokenPurpose } from '../access/link-tokens.ts'
import type { Tables } from '../access/tables.ts'

export type Template = Tables['messages']['template']

/** Where a message's link leads, in which parameter it carries its token, and what that token may do. */
interface Link {
  path: string
  parameter?: string
  purpose?: TokenPurpose
  /** Whether the path ends in a new code of the message's invite. */
  hasInviteCode?: true
}

/** Every message that Lateral sends, by the name of its texts; null for one that leads nowhere. */
const templates: Record<Template, Link | null> = {
  'password-reset': { path: '/forgotten-password', parameter: 'token', purpose: 'password' },
  'password-changed': { path: '/password-reset' },
  'verify-registration': { path: '/verify-new-self-registration', parameter: 'id', purpose: 'verify-registration' },
  'already-registered': { path: '/password-reset' },
  'patient-invitation': { path: '/patient-registration', hasInviteCode: true },
  'verify-email': { path: '/verify', parameter: 'id', purpose: 'verify-email' },
}

/** Where the link of a message leads, or null when it has none. */
export function linkOfTemplate(template: Template): Link | null {
  return templates[template]
}
