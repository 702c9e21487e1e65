import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'

/** A span as it arrived, with ids in hexadecimal digits. */
interface ArrivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: number
  /** Nanoseconds since 1970, as decimal digits. */
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  status: { code: number; message: string }
  events: unknown[]
  links: unknown[]
  traceState: string
}

export interface TraceCollector {
  endpoint: string
  spans: ArrivedSpan[]
  /** The attributes of the resources that the spans came from. */
  resources: Record<string, unknown>[]
  /** Returns everything received, as text: request lines, headers and decompressed bodies. */
  everything: () => string
  close(): Promise<void>
}

/** Starts a real HTTP server on the loopback address that takes traces as OTLP 1 describes them in protobuf. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const texts: string[] = []
  const spans: ArrivedSpan[] = []
  const resources: Record<string, unknown>[] = []

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const packed = await buffer(request)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed
    texts.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body.toString('utf8')}`)
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(415).end()
      return
    }
    for (const { resource, scopeSpans } of decode(body)) {
      resources.push(plain(resource.attributes))
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, attributes: plain(span.attributes) })
      }
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }

  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    resources,
    everything: () => texts.join('\n'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Pair {
  key: string
  value: Record<string, unknown>
}
interface ResourceSpans {
  resource: { attributes: Pair[] }
  scopeSpans: { spans: (Omit<ArrivedSpan, 'attributes'> & { attributes: Pair[] })[] }[]
}

function plain(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}

function decode(body: Buffer): ResourceSpans[] {
  const type = root.lookupType('ExportTraceServiceRequest')
  const read = type.toObject(type.decode(body), { longs: String, bytes: String, defaults: true })
  // Bytes are told in base64.
  const text = JSON.stringify(read, (key, value: unknown) =>
    key.endsWith('Id') && typeof value === 'string' ? Buffer.from(value, 'base64').toString('hex') : value,
  )
  return (JSON.parse(text) as { resourceSpans: ResourceSpans[] }).resourceSpans
}

const field = (id: number, type: string, rule?: 'repeated') => ({ id, type, ...(rule && { rule }) })

/** The messages of OTLP 1 (opentelemetry-proto), with their numbers on the wire. */
const root = protobuf.Root.fromJSON({
  nested: {
    ExportTraceServiceRequest: { fields: { resourceSpans: field(1, 'ResourceSpans', 'repeated') } },
    ResourceSpans: {
      fields: {
        resource: field(1, 'Resource'),
        scopeSpans: field(2, 'ScopeSpans', 'repeated'),
        schemaUrl: field(3, 'string'),
      },
    },
    Resource: { fields: { attributes: field(1, 'KeyValue', 'repeated') } },
    ScopeSpans: { fields: { scope: field(1, 'Scope'), spans: field(2, 'Span', 'repeated') } },
    Scope: { fields: { name: field(1, 'string'), version: field(2, 'string') } },
    Span: {
      fields: {
        traceId: field(1, 'bytes'),
        spanId: field(2, 'bytes'),
        traceState: field(3, 'string'),
        parentSpanId: field(4, 'bytes'),
        name: field(5, 'string'),
        kind: field(6, 'int32'),
        startTimeUnixNano: field(7, 'fixed64'),
        endTimeUnixNano: field(8, 'fixed64'),
        attributes: field(9, 'KeyValue', 'repeated'),
        events: field(11, 'Event', 'repeated'),
        links: field(13, 'Link', 'repeated'),
        status: field(15, 'Status'),
      },
    },
    Event: { fields: { timeUnixNano: field(1, 'fixed64'), name: field(2, 'string') } },
    Link: { fields: { traceId: field(1, 'bytes'), spanId: field(2, 'bytes') } },
    Status: { fields: { message: field(2, 'string'), code: field(3, 'int32') } },
    KeyValue: { fields: { key: field(1, 'string'), value: field(2, 'AnyValue') } },
    AnyValue: {
      oneofs: { value: { oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue'] } },
      fields: {
        stringValue: field(1, 'string'),
        boolValue: field(2, 'bool'),
        intValue: field(3, 'int64'),
        doubleValue: field(4, 'double'),
      },
    },
  },
})
