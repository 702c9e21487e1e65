import type { ReportProblem } from '../../../contract/notifications/report-problems.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { Mail, SendMail } from '../../platform/mailer.ts'
import { NotSent } from '../../platform/not-sent.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { oneLine } from '../../messages/service.ts'
import { mediaTypes } from './file.ts'
import type { DueReport, Letterhead } from './repository.ts'

/** Writes the mail with which a report goes to a mailbox. Nothing outside the attached file names a person. */
export function renderReport(
  { tenantName, productName, authority, locale }: Letterhead,
  report: Pick<DueReport, 'id' | 'format' | 'file_name' | 'file_hash'> & { content: Buffer },
  address: string,
): Mail {
  const t = wordsIn(locale)
  const values = {
    tenant: oneLine(tenantName),
    authority: oneLine(authority),
    file: report.file_name,
    hash: report.file_hash.toString('hex'),
  }
  const text = t('mail:report.text', values)
  const paragraphs = text.split('\n\n').map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
  return {
    id: report.id,
    fromName: oneLine(productName ?? tenantName),
    to: address,
    subject: t('mail:report.subject', values),
    text,
    html: `<!doctype html>\n<html><body>${paragraphs.join('\n')}</body></html>\n`,
    attachments: [{ filename: report.file_name, contentType: mediaTypes[report.format], content: report.content }],
  }
}

/**
 * Gives a report to the mail server, and returns what kept it from that. `reached` is called if the server may have taken it
 * nevertheless.
 */
export async function mailReport(send: SendMail, mail: Mail, reached: () => void): Promise<ReportProblem | undefined> {
  try {
    await send(mail)
    return undefined
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    if (!error.isRefused) reached()
    return error.isFinal ? 'mailbox' : 'mail'
  }
}
