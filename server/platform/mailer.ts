import type { Options } from 'nodemailer/lib/smtp-connection'
import { needsUtf8 } from '../../contract/rules/name-and-email.ts'
import { presentTime } from '../../contract/rules/present.ts'
import type { MailConfig } from './config.ts'
import { NotSent } from './not-sent.ts'

/**
 * A mail that is ready to send. Names may contain any character, because the library encodes headers and prevents
 * injection.
 */
export interface Mail {
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** Identifies a mail whose repeat a mailbox may recognise; without it each try has another id. */
  id?: string
}

/** Gives a mail to the mail server. Throws NotSent when it is not accepted. */
export type SendMail = (mail: Mail) => Promise<void>

/** Returns undefined without a mail server. The library is loaded with the first mail. */
export function openMailer({ smtpUrl, from, publicUrl }: MailConfig): SendMail | undefined {
  if (smtpUrl === undefined) return undefined
  const options = {
    // Some mail servers refuse a greeting by the name of a machine that nobody knows.
    name: URL.parse(publicUrl)?.hostname,
    requireTLS: mustEncrypt(new URL(smtpUrl)),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  }
  const loaded = import('nodemailer').then(({ createTransport }) => createTransport({ url: smtpUrl, ...options }))
  return async ({ fromName, to, id, attachments = [], ...content }) => {
    const transport = await loaded
    if (needsUtf8(to) && !(await offersUtf8(smtpUrl, options))) {
      throw new NotSent('The mail server offers no SMTPUTF8, which the letters before the @ of the recipient need', {
        isFinal: true,
      })
    }
    const sent = transport.sendMail({
      from: { name: fromName, address: from },
      to: { name: '', address: to },
      // Mail programs do not show data URLs, so logos become attachments.
      attachDataUrls: true,
      // RFC 3834: marks the mail as automatic, so that no holiday notice or other robot answers.
      headers: { 'Auto-Submitted': 'auto-generated' },
      date: presentTime(),
      ...(id !== undefined && { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>` }),
      attachments: [...attachments],
      ...content,
    })
    await sent.catch((error: unknown) => {
      throw notSent(error)
    })
  }
}

/**
 * Asks the mail server whether it delivers to mailboxes with letters outside ASCII (RFC 6531). The library would send
 * them to servers that do not, which then deliver to somebody else or to nobody.
 */
async function offersUtf8(smtpUrl: string, options: Options): Promise<boolean> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const connection = new Connection({ ...parseConnectionUrl(smtpUrl), ...options })
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const fail = (error: unknown) => {
        reject(notSent(error))
      }
      connection.once('error', fail)
      connection.connect((error) => {
        if (error) fail(error)
        // The last that a server says before anybody logs in is what it offers.
        else resolve(/[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)))
      })
    })
  } finally {
    connection.quit()
  }
}

/**
 * Tells whether mail on `smtp://` must be encrypted by STARTTLS. An attacker in between can hide that the server offers
 * it, so only the loopback address and an explicit `?requireTLS=false` may go without.
 */
function mustEncrypt({ hostname, searchParams }: URL): boolean {
  const isLoopback = hostname === 'localhost' || /^(127\.|\[::1\]$)/.test(hostname)
  return searchParams.get('requireTLS') === 'true' || (!isLoopback && searchParams.get('requireTLS') !== 'false')
}

const untrusted = /CERT|SIGNATURE|ISSUER/

/** Codes of what fails before a mail is handed over. */
const unreached =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|ETLS|EAUTH|EENVELOPE)$|CERT|SIGNATURE|ISSUER/

/**
 * Builds the error from codes and our own words, because a mail server's message names the recipient and may repeat the
 * password.
 */
function notSent(error: unknown): NotSent {
  const { code, originalCode, responseCode, response } = partsOf(error)
  const codes = [originalCode ?? code, responseCode].filter((part) => part !== undefined).join(' ')
  // Enhanced status codes that say that the mailbox or domain does not exist; other codes may be about us.
  const isFinal = /^5\d\d[ -]5\.1\.(1|2|3|6|10)\b/.test(response ?? '')
  const isRefused = responseCode !== undefined || unreached.test(originalCode ?? code ?? '')
  return new NotSent(`The mail server did not take it: ${codes || 'unknown'}${hintOf(code, originalCode)}`, {
    isFinal,
    isRefused,
  })
}

function hintOf(code: string | undefined, originalCode: string | undefined): string {
  if (untrusted.test(originalCode ?? '')) return ' (its certificate is not trusted: see NODE_EXTRA_CA_CERTS)'
  if (code === 'ETLS') return ' (it offers no STARTTLS, which is required)'
  if (code === 'EAUTH') return ' (it refuses the user or the password of SMTP_URL)'
  return ''
}

/** Reads the codes of a library's error. `response` must not be shown. */
function partsOf(error: unknown) {
  const parts = new Map(typeof error === 'object' && error !== null ? Object.entries(error) : [])
  const text = (name: string): string | undefined => {
    const value: unknown = parts.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  return {
    code: text('code'),
    originalCode: text('originalCode'),
    responseCode: text('responseCode'),
    response: text('response'),
  }
}
