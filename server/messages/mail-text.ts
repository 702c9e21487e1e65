import { languageTag } from '../../contract/locales.ts'
import { brandShades } from '../../contract/tenants/brand-shades.ts'
import { escapeHtml } from '../platform/html.ts'
import type { Mail } from '../platform/mailer.ts'
import { wordsIn } from '../platform/phrases.ts'
import type { MessageLink } from './make-link.ts'
import type { WaitingMessage } from './repository.ts'
import { isLinked } from './templates.ts'

/** Renders a mail in the person's language and the tenant's brand, as text and as HTML without a style sheet. */
export function renderMail(message: WaitingMessage, link: MessageLink | null): Mail {
  const t = wordsIn(message.locale)
  const { template } = message
  const product = message.product_name ?? message.tenant_name
  const values = {
    name: withoutLinks(message.full_name ?? ''),
    product: oneLine(product),
    tenant: oneLine(message.tenant_name),
    operator: withoutLinks(message.operator_name ?? ''),
    // The operator's own words, on one line and without anything that mail programs turn into a link.
    reason: withoutLinks(message.reason ?? ''),
    inviter: withoutLinks(message.inviter_name ?? message.tenant_name),
  }
  // A product may bear the name of its tenant, which cannot invite anybody to itself.
  const subject =
    template === 'staff-invitation' && message.inviter_name === null
      ? t('mail:staff-invitation.subjectWithoutInviter', values)
      : t(`mail:${template}.subject`, values)
  const greeting = message.full_name === null ? t('mail:greetingWithoutName') : t('mail:greeting', values)
  const paragraphs = t(`mail:${template}.text`, values).split('\n\n')
  const action =
    link?.href != null && isLinked(template)
      ? { label: t(`mail:${template}.action`, values), link: link.href }
      : undefined
  const code =
    link?.code == null
      ? undefined
      : t(link.href === null ? 'mail:code' : 'mail:inviteCode', { code: inGroupsOfFour(link.code) })
  const footer = t(message.user_id === null ? 'mail:footerWithoutAccount' : 'mail:footer', values)
  return {
    fromName: values.product,
    to: message.recipient,
    subject,
    text: [greeting, ...paragraphs, action && `${action.label}: ${action.link}`, code, footer]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    html: html({
      lang: languageTag(message.locale),
      subject,
      greeting,
      paragraphs,
      action,
      code,
      footer,
      product,
      message,
    }),
  }
}

/** Names appear in headers and sentences, so their line breaks become spaces. */
export function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ')
}

/**
 * Changes a person's name so that no mail program turns it into a link: a space splits what looks like a domain, an
 * email or a scheme. St.John becomes St. John.
 */
function withoutLinks(name: string): string {
  return oneLine(name).replaceAll(/[.\u3002\uff0e\uff61@:](?=\S)/g, '$& ')
}

/** Formats an invite code for reading and typing. */
export function inGroupsOfFour(code: string): string {
  return code.match(/.{1,4}/g)?.join(' ') ?? ''
}

interface Parts {
  lang: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** The button's label and link, if there is something to do. */
  action: { label: string; link: string } | undefined
  /** A code for going on without a link. */
  code: string | undefined
  footer: string
  product: string
  message: WaitingMessage
}

function html({ lang, subject, greeting, paragraphs, action, code, footer, product, message }: Parts): string {
  // Mails use light colours; programs with a dark mode convert them.
  const { fill, onFill } = brandShades(message.theme.web)
  const logo = message.logo
    ? `<img src="data:${message.logo_type};base64,${message.logo.toString('base64')}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:10px">`
    : ''
  const body = [greeting, ...paragraphs].map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${fill};color:${onFill};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#55616d;word-break:break-all">${escapeHtml(action.link)}</p>
`
    : ''
  const typed = code === undefined ? '' : `<p style="margin:0 0 24px">${escapeHtml(code)}</p>\n`
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f6f8;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#16202b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe5ea;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:600;font-size:18px">${logo}${escapeHtml(product)}</p>
${body}
${button}${typed}<p style="margin:0;font-size:14px;color:#55616d">${escapeHtml(footer)}</p>
</td></tr></table></td></tr></table>
</body>
</html>
`
}
