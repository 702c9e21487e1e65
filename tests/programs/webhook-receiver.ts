import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate, certificateKey } from './certificate.ts'

/** A message that a receiver got. */
export interface Received {
  headers: Record<string, string>
  body: string
  type: string
  data: Record<string, unknown>
}

/** How a receiver answers: a status with headers and a body, or `never`. */
export type Answering = { status: number; headers?: Record<string, string>; body?: string } | 'never'

/** A receiver of webhooks over https, with the tests' certificate for localhost. */
export class WebhookReceiver {
  readonly received: Received[] = []
  /** The connections that were made, also those on which nothing was sent. */
  connections = 0
  answer: (received: Received) => Answering = () => ({ status: 204 })
  readonly #server: Server

  private constructor() {
    this.#server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      request.on('end', () => {
        const { type, data } = JSON.parse(body)
        // Each header of a webhook is sent once, as one text.
        const received = { headers: request.headers as Record<string, string>, body, type, data }
        this.received.push(received)
        const answer = this.answer(received)
        if (answer !== 'never') response.writeHead(answer.status, answer.headers).end(answer.body)
      })
    })
    this.#server.on('connection', () => (this.connections += 1))
  }

  static async start(port = 0): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `https://localhost:${this.port}/hook`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
