import { Connection, type Request } from './http-client.ts'

/** One of the things that are compared: where it answers, and what is asked of it each time. */
export interface Contender {
  name: string
  port: number
  host: string
  /** The n-th request of a connection. */
  request: (n: number) => Request
}

export interface Figures {
  name: string
  clients: number
  requests: number
  /** Milliseconds. */
  p50: number
  p95: number
  /** The median of the rounds. */
  perSecond: number
}

export interface Plan {
  clients: number
  rounds: number
  /** Milliseconds of each contender's turn in a round. */
  turn: number
}

/**
 * Measures contenders turn by turn, round after round, in an order that changes with each round: what else the machine
 * does falls on all of them alike. A first turn of each, uncounted, warms up.
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
  /** How many requests each connection has sent. */
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

/** The smallest value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
