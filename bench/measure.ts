import { Connection, type Request } from './http-client.ts'

/** One of the servers that are compared, and the request that is sent to it each time. */
export interface Contender {
  name: string
  port: number
  host: string
  /** Returns the n-th request of a connection. */
  request: (n: number) => Request
}

export interface Figures {
  name: string
  clients: number
  requests: number
  /** Median latency in milliseconds; `p95` likewise. */
  p50: number
  p95: number
  /** Requests per second: the median of the rounds. */
  perSecond: number
}

export interface Plan {
  clients: number
  rounds: number
  /** The time for which each contender is measured per round, in milliseconds. */
  turn: number
}

/**
 * Measures the contenders in turn, round after round and each round in another order, so that other load on the machine
 * falls on all of them alike. An uncounted first turn warms each one up.
 */
export async function compare(contenders: readonly Contender[], { clients, rounds, turn }: Plan): Promise<Figures[]> {
  const stages = await Promise.all(contenders.map((contender) => openStage(contender, clients)))
  for (const stage of stages) await play(stage, Math.min(turn, 1500))
  for (const stage of stages) stage.rounds.length = 0
  for (let round = 0; round < rounds; round++) {
    for (const stage of round % 2 === 0 ? stages : stages.toReversed()) await play(stage, turn)
  }
  for (const { connections } of stages) for (const connection of connections) connection.close()
  return stages.map((stage) => figuresOf(stage, clients))
}

interface Stage {
  contender: Contender
  connections: Connection[]
  /** Number of requests that each connection has sent. */
  sent: number[]
  rounds: { latencies: number[]; seconds: number }[]
}

async function openStage(contender: Contender, clients: number): Promise<Stage> {
  const connections = await Promise.all(
    Array.from({ length: clients }, () => Connection.open(contender.port, contender.host)),
  )
  return { contender, connections, sent: connections.map(() => 0), rounds: [] }
}

async function play(stage: Stage, turn: number): Promise<void> {
  const latencies: number[] = []
  const started = performance.now()
  await Promise.all(
    stage.connections.map(async (connection, index) => {
      while (performance.now() - started < turn) {
        const at = performance.now()
        const n = stage.sent[index] ?? 0
        stage.sent[index] = n + 1
        const { status, body } = await connection.send(stage.contender.request(n))
        latencies.push(performance.now() - at)
        if (status >= 300)
          throw new Error(`${stage.contender.name} answered ${status}: ${body.toString().slice(0, 300)}`)
      }
    }),
  )
  stage.rounds.push({ latencies, seconds: (performance.now() - started) / 1000 })
}

function figuresOf({ contender, rounds }: Stage, clients: number): Figures {
  const all = rounds.flatMap(({ latencies }) => latencies)
  return {
    name: contender.name,
    clients,
    requests: all.length,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    perSecond: quantile(
      rounds.map(({ latencies, seconds }) => latencies.length / seconds),
      0.5,
    ),
  }
}

/** The smallest value that is at least as large as this share of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
