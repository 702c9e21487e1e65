import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Takes all mail at a port of this machine. Returns the sources of what was taken so far, and `close`. */
export function keepMails(port: number): { mails: readonly string[]; close: () => void } {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, taken) => {
      text(stream).then((source) => {
        mails.push(source)
        taken()
      }, taken)
    },
  })
  // A connection breaks when its sender is killed, which is no error here.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  return { mails, close: () => server.close() }
}
