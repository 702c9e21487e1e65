import type { MailConfig } from './config.ts'

/** One mail, ready to go. Names may hold any character: the library encodes headers, so nothing can be injected. */
export interface Mail {
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a mail to the mail server, and throws when it does not take it. */
export type SendMail = (mail: Mail) => Promise<void>

/** Undefined without a mail server. The library is loaded with the first mail. */
export function openMailer({ smtpUrl, from }: MailConfig): SendMail | undefined {
  if (smtpUrl === undefined) return undefined
  const loaded = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }),
  )
  return async ({ fromName, to, ...content }) => {
    const transport = await loaded
    const sent = transport.sendMail({
      from: { name: fromName, address: from },
      to: { name: '', address: to },
      // Logos are data URLs, which mail programs do not show; as attachments they do.
      attachDataUrls: true,
      ...content,
    })
    await sent.catch((error: unknown) => {
      throw new Error(`The mail server did not take it: ${reasonOf(error)}`)
    })
  }
}

/** Codes alone: the words of a mail server name the recipient, and why a message was not sent is kept with its job. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = ['code' in error && error.code, 'responseCode' in error && error.responseCode]
  return codes.filter((code) => typeof code === 'string' || typeof code === 'number').join(' ') || error.name
}
