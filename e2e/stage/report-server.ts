import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** An error event, a trace, or another item of an envelope, with the name of its kind. */
export interface Report {
  type: string
  transaction?: string
  platform?: string
  environment?: string
  release?: string
  user?: { id?: string; email?: string }
  tags?: Record<string, string>
  exception?: { values: { type: string; value?: string; stacktrace: { frames: { filename: string }[] } }[] }
}

export interface ReportServer {
  dsn: string
  reports: Report[]
  /** All received data as text: request lines, headers and unpacked bodies. */
  everything: () => string
  close: () => void
}

/** A real HTTP server on the loopback address that accepts Sentry's requests, from browsers and servers. */
export async function startReportServer(): Promise<ReportServer> {
  const texts: string[] = []
  const reports: Report[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((packed) => {
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed).toString()
      texts.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`)
      reports.push(...reportsOf(body))
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://public@127.0.0.1:${port}/1`,
    reports,
    everything: () => texts.join('\n'),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** After the envelope's own line, each item has a header line and a content line. */
function reportsOf(envelope: string): Report[] {
  const lines = envelope.split('\n').slice(1)
  const reports: Report[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const content = JSON.parse(lines[i + 1] ?? '') as Report
    const { type } = JSON.parse(lines[i] ?? '') as { type: string }
    reports.push({ ...content, type })
  }
  return reports
}
