import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TextConfig } from '../../server/platform/config.ts'

/** Twilio's codes for this server's own refusals: authentication, unknown paths, and a sender of another account. */
const codes: Record<number, number> = { 401: 20_003, 404: 20_404, 400: 21_606, 503: 20_503 }

export interface TextServer {
  /** The settings that reach this server. */
  settings: TextConfig
  /** The form of each accepted text. */
  received: Record<string, string>[]
  /** The status of each reply. */
  statuses: number[]
  close(): Promise<void>
}

/** A refusal: a status with Twilio's code, or no answer at all. */
export type Refusal = { status: number; code: number } | 'no answer'

interface Behaviour {
  /** Makes every request fail while this returns true. */
  isAway?: () => boolean
  /** Makes it refuse valid texts while this returns a refusal. */
  refusal?: () => Refusal | undefined
}

/** Starts a real HTTP server on the loopback address that answers like Twilio. */
export async function startTextServer({
  isAway = () => false,
  refusal = () => undefined,
}: Behaviour = {}): Promise<TextServer> {
  const received: TextServer['received'] = []
  const statuses: number[] = []
  const account = { accountSid: 'ACtest', authToken: 'a-token', from: '+447400000000' }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const usual = isAway() ? 503 : statusOf(request, form)
    const refused = usual === 201 ? refusal() : undefined
    if (refused === 'no answer') return
    const status = refused?.status ?? usual
    const code = refused?.code ?? codes[status]
    statuses.push(status)
    if (status === 201) received.push(form)
    // Twilio's refusals also repeat the number.
    const body =
      status === 201
        ? { sid: 'SMtest', status: 'queued', error_code: null }
        : { code, message: `Refused ${form.To}`, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
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
