import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** What arrived: who it is for, and the whole message as it came. */
  received: { to: string[]; source: string }[]
  close(): Promise<void>
}

/** A real SMTP server on the loopback address. `refuse` answers a mail with a passing failure while it says so. */
export async function startMailServer({ refuse = (): boolean => false } = {}): Promise<MailServer> {
  const received: MailServer['received'] = []
  /** Throws what the sender is told. */
  async function take(stream: Readable, recipients: { address: string }[]): Promise<void> {
    const source = await text(stream)
    const to = recipients.map(({ address }) => address)
    // As real servers do, it says whom it does not deliver to.
    if (refuse()) throw Object.assign(new Error(`Try again later: ${to.join()}`), { responseCode: 451 })
    received.push({ to, source })
  }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData: (stream, session, done) => callbackify(take)(stream, session.envelope.rcptTo, done),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The text of a message without its transfer encoding, so that words and links can be looked for. */
export function decoded(source: string): string {
  const joined = source.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
