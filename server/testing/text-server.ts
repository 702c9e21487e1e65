import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TextConfig } from '../platform/config.ts'

export interface TextServer {
  /** How to reach it. */
  settings: TextConfig
  /** What it took: the form of each text. */
  received: Record<string, string>[]
  /** What it answered to each request. */
  statuses: number[]
  close(): Promise<void>
}

/** A real HTTP server on the loopback address that answers as Twilio does. `isAway` makes it fail while it says so. */
export async function startTextServer({ isAway = (): boolean => false } = {}): Promise<TextServer> {
  const received: TextServer['received'] = []
  const statuses: number[] = []
  const account = { accountSid: 'ACtest', authToken: 'a-token', from: '+447400000000' }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const status = isAway() ? 503 : statusOf(request, form)
    statuses.push(status)
    if (status === 201) received.push(form)
    // As Twilio's, a refusal repeats the number.
    const body = status === 201 ? { sid: 'SMtest', status: 'queued' } : { code: 21_211, message: `Refused ${form.To}` }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function statusOf({ method, url, headers }: IncomingMessage, { To, From, Body }: Record<string, string>): number {
    const secret = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')
    if (headers.authorization !== `Basic ${secret}`) return 401
    if (method !== 'POST' || url !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`) return 404
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return isForm && /^\+\d+$/.test(To ?? '') && From === account.from && Body ? 201 : 400
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: { url: `http://127.0.0.1:${port}`, ...account },
    received,
    statuses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
