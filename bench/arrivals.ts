import { type Answer, Connection, type Request } from './http-client.ts'
import { quantile } from './measure.ts'

/** A request of somebody, with the host of their tenant. */
export interface Arrival {
  kind: string
  host: string
  request: Request
  /** The note of the test that it records, by which the record is found. */
  marker?: string
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
  async send(arrival: Arrival): Promise<number> {
    return (await this.ask(arrival))?.status ?? 0
  }

  /** Sends a request as `send` does, and returns the whole reply; undefined if none came, or only a part of it. */
  async ask({ host, request }: Arrival): Promise<Answer | undefined> {
    const idle = this.#idle.get(host) ?? []
    this.#idle.set(host, idle)
    try {
      let connection = idle.pop()
      while (connection?.isOpen === false) connection = idle.pop()
      connection ??= await Connection.open(this.#port, host)
      const answer = await connection.send(request)
      idle.push(connection)
      return answer
    } catch {
      return undefined
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
  const total = Math.round(perSecond * seconds)
  await atRate({ perSecond, isOver: (n) => n >= total }, async (n, dueAt) => {
    const arrival = next(n)
    const status = await connections.send(arrival)
    outcome.note(arrival.kind, Math.floor((dueAt - started) / 1000), status, performance.now() - dueAt)
  })
  return outcome
}

/**
 * Begins the n-th piece of work at a steady rate, in spite of earlier ones that have not ended, until `isOver`. `dueAt`
 * is in milliseconds of `performance.now()`. Resolves when all of them have ended.
 */
export async function atRate(
  { perSecond, isOver }: { perSecond: number; isOver: (n: number) => boolean },
  begin: (n: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const started = performance.now()
  const running = new Set<Promise<void>>()
  for (let n = 0; !isOver(n);) {
    const due = 1 + Math.floor(((performance.now() - started) / 1000) * perSecond)
    for (; n < due && !isOver(n); n++) {
      const ended = begin(n, started + (n / perSecond) * 1000).finally(() => running.delete(ended))
      running.add(ended)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(running)
}
