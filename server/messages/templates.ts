import type { Tables } from '../access/tables.ts'

export type Template = Tables['messages']['template']

/** The path of a message's link, the parameter that holds its token, and the purpose of that token. */
interface Link {
  path: string
  parameter?: string
  purpose?: Tables['tokens']['purpose']
  /** Set when the link uses the tenant's subdomain of the installation, even if the tenant has a domain. */
  isAtOwnName?: true
  /** Set when the path ends in a new code of the message's invite. */
  hasInviteCode?: true
  /** Set when the path ends in a new token of the message's delivery. */
  hasResultToken?: true
}

/** Messages without a link, because there is nothing to do. */
type Unlinked = 'account-suspended' | 'account-deleted' | 'result-withdrawn' | 'mailbox-code'
type Linked = Exclude<Template, Unlinked>

/** Every message that Lateral sends, by the name of its texts; null for those without a link. */
const templates: Record<Linked, Link> & Record<Unlinked, null> = {
  'password-reset': { path: '/forgotten-password', parameter: 'token', purpose: 'password' },
  'password-changed': { path: '/password-reset' },
  'verify-registration': { path: '/verify-new-self-registration', parameter: 'id', purpose: 'verify-registration' },
  'already-registered': { path: '/password-reset' },
  'email-changed': { path: '/password-reset' },
  'account-deleted': null,
  'patient-invitation': { path: '/patient-registration', hasInviteCode: true },
  'verify-email': { path: '/verify', parameter: 'id', purpose: 'verify-email' },
  'staff-invitation': { path: '/verify-new', parameter: 'id', purpose: 'set-up' },
  'administrator-reset': { path: '/forgotten-password', parameter: 'token', purpose: 'password' },
  'account-suspended': null,
  'account-reactivated': { path: '/login' },
  'import-done': { path: '/imports' },
  'notifications-due': { path: '/notifications?state=untold' },
  'report-not-sent': { path: '/notifications/reports' },
  'outbreak-found': { path: '/outbreaks' },
  'token-expires': { path: '/own-tenant/tokens' },
  'webhook-stopped': { path: '/own-tenant/webhooks' },
  'operator-asked': { path: '/own-tenant/operator-access' },
  'address-changed': { path: '/own-tenant/general', isAtOwnName: true },
  'operator-entered': { path: '/own-tenant/operator-access' },
  'result-ready': { path: '/results', hasResultToken: true },
  'result-changed': { path: '/results', hasResultToken: true },
  'result-withdrawn': null,
  'mailbox-code': null,
}

/** Returns the link of a message, or null when it has none. */
export function linkOfTemplate(template: Template): Link | null {
  return templates[template]
}

/** True for a message with a link, which then also has texts for it. */
export function isLinked(template: Template): template is Linked {
  return templates[template] !== null
}

/** The messages whose link holds a token for the recipient's account. */
export const templatesWithToken = Object.entries(templates).flatMap(([template, link]) =>
  // The keys of the object are the templates.
  link?.purpose === undefined ? [] : [template as Template],
)
