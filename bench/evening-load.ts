import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Arrival, atRate, type Connections, Outcome } from './arrivals.ts'
import { administrators, type Member } from './crowd.ts'
import type { Answer } from './http-client.ts'
import { sendPhoto } from './photo.ts'

/** How much is asked for, and by whom. */
export interface Load {
  connections: Connections
  port: number
  members: readonly Member[]
  /** The n-th request, marked if it records a test. */
  next: (n: number) => Arrival
  perSecond: number
  photosPerSecond: number
  exportsPerMinute: number
  photo: Buffer
}

/** Milliseconds of `performance.now()` at which a request was sent or answered. */
type Moment = number

/**
 * People who look, list, record, send photos and export at a steady rate, until they are stopped. A recording is
 * repeated under its key until it is acknowledged, everything else is asked once.
 */
export class EveningLoad {
  /** Ids by marker, and when they were acknowledged. */
  readonly recorded = new Map<string, { id: string; at: Moment }>()
  readonly photos: string[] = []
  /** Exports that ended as they should, and those of them with fewer records than a whole one before them. */
  files = { whole: 0, cut: 0 }
  /** Recordings that were refused in a way that no repetition changes. */
  readonly refusedForGood: string[] = []
  readonly #load: Load
  readonly #rowsOf = new Map<number, number>()
  readonly #waiting = new Map<string, Moment>()
  #acknowledgedAt: Moment[] = []
  #servedAt: Moment[] = []
  #outcome = new Outcome()
  #longestWaitMs = 0
  #isStopping = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(load: Load) {
    this.#load = load
  }

  start(): void {
    const { perSecond, photosPerSecond, exportsPerMinute, next } = this.#load
    const isOver = () => this.#isStopping
    this.#working = Promise.all([
      atRate({ perSecond, isOver }, (n, dueAt) => this.#serve(next(n), dueAt)),
      atRate({ perSecond: photosPerSecond, isOver }, (n, dueAt) => this.#send(n, dueAt)),
      atRate({ perSecond: exportsPerMinute / 60, isOver }, (n, dueAt) => this.#export(n, dueAt)),
    ])
  }

  /** Resolves once the last recording is acknowledged as well. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#working
  }

  /** Forgets what was counted, so that the next figures are of what comes from now on. */
  begin(): void {
    this.#outcome = new Outcome()
    this.#acknowledgedAt = []
    this.#servedAt = []
    this.#longestWaitMs = 0
  }

  /** Counts what came since `begin`, at this moment of `performance.now()`. */
  figuresSince(since: Moment): Figures {
    const now = performance.now()
    return {
      seconds: (now - since) / 1000,
      outcome: this.#outcome,
      withoutAcknowledgementMs: longestGap([since, ...this.#acknowledgedAt, now]),
      withoutReplyMs: longestGap([since, ...this.#servedAt, now]),
      longestWaitMs: Math.max(this.#longestWaitMs, this.oldestWaitingMs()),
    }
  }

  /** How long the oldest recording has been waiting for its acknowledgement, in milliseconds. */
  oldestWaitingMs(): number {
    const [oldest] = this.#waiting.values()
    return oldest === undefined ? 0 : performance.now() - oldest
  }

  /** Waits until no recording has been waiting for longer than this. Returns whether that came in time. */
  async isBack({ withinMs, limitMs }: { withinMs: number; limitMs: number }): Promise<boolean> {
    const since = performance.now()
    while (this.oldestWaitingMs() > withinMs) {
      if (performance.now() - since > limitMs) return false
      await sleep(50)
    }
    return true
  }

  async #serve(arrival: Arrival, dueAt: Moment): Promise<void> {
    if (arrival.marker === undefined) this.#note(arrival.kind, dueAt, await this.#load.connections.ask(arrival))
    else await this.#record(arrival, arrival.marker, dueAt)
  }

  async #record(arrival: Arrival, marker: string, dueAt: Moment): Promise<void> {
    this.#waiting.set(marker, dueAt)
    for (;;) {
      const answer = await this.#load.connections.ask(arrival)
      this.#note('record', dueAt, answer)
      const { status = 0 } = answer ?? {}
      if (answer !== undefined && status >= 200 && status < 300) {
        this.recorded.set(marker, { id: idIn(answer), at: performance.now() })
        this.#acknowledgedAt.push(performance.now())
        this.#longestWaitMs = Math.max(this.#longestWaitMs, performance.now() - dueAt)
        break
      }
      if (status >= 400 && status < 500 && status !== 429) {
        this.refusedForGood.push(`${status} ${answer?.body.toString().slice(0, 200)}`)
        break
      }
      await sleep(2000 + randomInt(1000))
    }
    this.#waiting.delete(marker)
  }

  async #send(n: number, dueAt: Moment): Promise<void> {
    const { host, headers } = this.#administrator(n)
    const answer = await sendPhoto({ port: this.#load.port, host }, headers, this.#load.photo).catch(() => undefined)
    this.#note('photo', dueAt, answer)
    if (answer?.status === 201) this.photos.push(idIn(answer))
  }

  async #export(n: number, dueAt: Moment): Promise<void> {
    const { tenant, host, headers } = this.#administrator(n)
    const before = this.#rowsOf.get(tenant) ?? 0
    const request = { method: 'GET', path: '/api/v1/test-records/export', headers } as const
    const answer = await this.#load.connections.ask({ kind: 'export', host, request })
    this.#note('export', dueAt, answer)
    if (answer?.status !== 200) return
    // Records are only added, and no cell of theirs has two lines.
    const rows = answer.body.toString().split('\n').length - 2
    this.files.whole += 1
    if (rows < before) this.files.cut += 1
    this.#rowsOf.set(tenant, Math.max(rows, this.#rowsOf.get(tenant) ?? 0))
  }

  #administrator(n: number): Member {
    const member = this.#load.members[n % administrators]
    if (member === undefined) throw new Error('There are no administrators')
    return member
  }

  #note(kind: string, dueAt: Moment, answer: Answer | undefined): void {
    const now = performance.now()
    this.#outcome.note(kind, 0, answer?.status ?? 0, now - dueAt)
    if (answer !== undefined && answer.status < 300) this.#servedAt.push(now)
  }
}

/** What came back in a part of the evening. */
export interface Figures {
  seconds: number
  outcome: Outcome
  /** The longest time without an acknowledged recording, and without any successful reply. */
  withoutAcknowledgementMs: number
  withoutReplyMs: number
  /** The longest time from when a recording was due until it was acknowledged. */
  longestWaitMs: number
}

function longestGap(moments: readonly Moment[]): number {
  return moments.reduce((longest, moment, index) => Math.max(longest, moment - (moments[index - 1] ?? moment)), 0)
}

function idIn({ body }: Answer): string {
  return (JSON.parse(body.toString()) as { data: { id: string } }).data.id
}
