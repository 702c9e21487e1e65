import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { certificate, certificateKey } from './certificate.ts'

export interface MailServer {
  url: string
  /**
   * Accepted mails: the recipients with readable domains, whether they were sent by SMTPUTF8, the raw message, and the
   * name by which the sender greeted.
   */
  received: { to: string[]; isUtf8: boolean; source: string; greeting: string }[]
  close(): Promise<void>
}

interface Behaviour {
  /** Refuses mails temporarily while this returns true. */
  refuse?: () => boolean
  /** The kind of encryption: from the first byte, after STARTTLS, or none. The certificate is self-signed. */
  encryption?: 'at once' | 'starttls' | 'none'
  /** The login that the server requires; none by default. */
  login?: { user: string; password: string }
  /** A recipient that the server does not know. */
  unknown?: string
  /** Whether it delivers to mailboxes with letters outside ASCII; it does by default. */
  offersUtf8?: boolean
}

/** Starts a real SMTP server on the loopback address. */
export async function startMailServer({
  refuse = () => false,
  encryption = 'none',
  login,
  unknown,
  offersUtf8 = true,
}: Behaviour = {}): Promise<MailServer> {
  const received: MailServer['received'] = []
  /** Throws the error that the sender is told. */
  async function take(stream: Readable, { envelope, hostNameAppearsAs }: SMTPServerSession): Promise<void> {
    const source = await text(stream)
    const to = envelope.rcptTo.map(({ address }) => address)
    // Names the recipients in the error, as real servers do.
    if (refuse()) throw Object.assign(new Error(`Try again later: ${to.join()}`), { responseCode: 451 })
    received.push({ to, isUtf8: envelope.smtpUtf8 === true, source, greeting: hostNameAppearsAs })
  }
  const server = new SMTPServer({
    authOptional: login === undefined,
    secure: encryption === 'at once',
    disabledCommands: encryption === 'none' ? ['STARTTLS'] : [],
    key: certificateKey,
    cert: certificate,
    logger: false,
    hideSMTPUTF8: !offersUtf8,
    onAuth({ username, password }, _session, done) {
      // Repeats the refused login, as careless servers do.
      if (username !== login?.user || password !== login?.password) done(new Error(`No ${username} with ${password}`))
      else done(null, { user: username })
    },
    onRcptTo({ address }, _session, done) {
      const refusal = new Error(`5.1.1 <${address}>: there is nobody of this name`)
      if (address === unknown) done(Object.assign(refusal, { responseCode: 550 }))
      else done()
    },
    onData: (stream, session, done) => callbackify(take)(stream, session, done),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${encryption === 'at once' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Decodes a message's transfer encoding, so that words and links can be found. */
export function decoded(source: string): string {
  const joined = source.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
