import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** An item of an envelope, such as an event, a trace, a session or a count of dropped items. */
interface Item {
  type: string
  content: Record<string, unknown>
}

export interface ReportServer {
  dsn: string
  /** Returns everything received, as text: request lines, headers and decompressed bodies. */
  everything: () => string
  items: Item[]
  close(): Promise<void>
}

/** Starts a real HTTP server on the loopback address that accepts Sentry's requests. */
export async function startReportServer(): Promise<ReportServer> {
  const texts: string[] = []
  const items: Item[] = []

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const packed = await buffer(request)
    const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed).toString()
    texts.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`)
    items.push(...itemsOf(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }

  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://public@127.0.0.1:${port}/1`,
    everything: () => texts.join('\n'),
    items,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An envelope has a header line, and then two lines per item: its header and its content. */
function itemsOf(envelope: string): Item[] {
  const lines = envelope.split('\n').slice(1)
  const items: Item[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const { type } = JSON.parse(lines[i] ?? '') as { type: string }
    items.push({ type, content: JSON.parse(lines[i + 1] ?? '') as Item['content'] })
  }
  return items
}
