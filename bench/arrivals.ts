import { Connection, type Request } from './http-client.ts'
import { quantile } from './measure.ts'

/** A request of somebody, with the host of their tenant. */
export interface Arrival {
  kind: string
  host: string
  request: Request
}

/** Replies to requests of one kind. */
interface Replies {
  /** Milliseconds from when a request was due to the end of its reply, of those that succeeded. */
  latencies: number[]
  /** Requests that did not succeed, by status; 0 stands for no reply at all. */
  failed: Map<number, number>
}

/** What came back from requests, by kind and by the second in which they were due. */
export class Outcome {
  readonly byKind = new Map<string, Replies>()
  readonly bySecond = new Map<number, Replies>()

  note(kind: string, second: number, status: number, latency: number): void {
    for (const [map, key] of [
      [this.byKind, kind],
      [this.bySecond, second],
    ] as [Map<string | number, Replies>, string | number][]) {
      const replies = map.get(key) ?? { latencies: [], failed: new Map<number, number>() }
      map.set(key, replies)
      if (status >= 200 && status < 300) replies.latencies.push(latency)
      else replies.failed.set(status, (replies.failed.get(status) ?? 0) + 1)
    }
  }

  latencies(kind?: string): number[] {
    return [...this.byKind].flatMap(([name, { latencies }]) => (kind === undefined || name === kind ? latencies : []))
  }

  failures(kind?: string): number {
    const counted = [...this.byKind].filter(([name]) => kind === undefined || name === kind)
    return counted.reduce((sum, [, { failed }]) => sum + sumOf(failed), 0)
  }

  failuresOtherThan(status: number): number {
    return this.failures() - [...this.byKind.values()].reduce((sum, { failed }) => sum + (failed.get(status) ?? 0), 0)
  }

  /** Rows for a table, one for each kind. */
  rows(): Record<string, string | number>[] {
    return [...this.byKind].map(([kind, { latencies, failed }]) => ({
      what: kind,
      served: latencies.length,
      'p50 ms': quantile(latencies, 0.5).toFixed(1),
      'p95 ms': quantile(latencies, 0.95).toFixed(1),
      'worst ms': Math.max(0, ...latencies).toFixed(0),
      refused: failed.get(503) ?? 0,
      'failed otherwise': sumOf(failed) - (failed.get(503) ?? 0),
    }))
  }
}

export function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0)
}

/** Idle connections by host. Each carries one request at a time, as a browser's does. */
export class Connections {
  readonly #port: number
  readonly #idle = new Map<string, Connection[]>()

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request on an idle connection to the host, or a new one. Returns the status; 0 without a reply. */
  async send({ host, request }: Arrival): Promise<number> {
    const idle = this.#idle.get(host) ?? []
    this.#idle.set(host, idle)
    try {
      const connection = idle.pop() ?? (await Connection.open(this.#port, host))
      const { status } = await connection.send(request)
      idle.push(connection)
      return status
    } catch {
      return 0
    }
  }

  close(): void {
    for (const connections of this.#idle.values()) for (const connection of connections) connection.close()
    this.#idle.clear()
  }
}

/**
 * Sends requests at a steady rate, whether or not earlier ones were answered, as people do who do not know of each
 * other. Resolves when the last one was answered.
 */
export async function arrive(
  connections: Connections,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: (n: number) => Arrival },
  outcome = new Outcome(),
): Promise<Outcome> {
  const started = performance.now()
  const running = new Set<Promise<void>>()
  const total = Math.round(perSecond * seconds)
  for (let n = 0; n < total;) {
    const due = Math.min(total, 1 + Math.floor(((performance.now() - started) / 1000) * perSecond))
    for (; n < due; n++) {
      const dueAt = started + (n / perSecond) * 1000
      const arrival = next(n)
      const answered = connections.send(arrival).then((status) => {
        running.delete(answered)
        outcome.note(arrival.kind, Math.floor((dueAt - started) / 1000), status, performance.now() - dueAt)
      })
      running.add(answered)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(running)
  return outcome
}
