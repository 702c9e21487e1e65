import { Failure } from './failure.ts'

interface Limits {
  /** The pieces of work that a process has in hand at a time, in total and of one tenant. */
  inFlight: number
  ofOneTenant: number
  /** The pieces of work of one tenant that wait for a place and are not refused; by default none. */
  waiting?: number
}

/** The limits of uploads of at most `maxImageBytes`. One that waits for its place has not been received, and costs a connection. */
export const pictureLimits: Limits = { inFlight: 16, ofOneTenant: 8, waiting: 32 }

/** For how long work waits for a place, in milliseconds, because proxies do not wait much longer for a request to be received. */
const longestWaitMs = 30_000

/** The tenant of waiting work, and whether the client has closed its connection. */
interface Waiting {
  tenantId: string
  hasLeft?: () => boolean
}

/** Seconds after which a refused request may be retried. */
const retryAfterSeconds = 5

/**
 * Decides which slow work is accepted and done next, so that no tenant blocks another. A server has one for all
 * pictures and one for measuring passwords.
 */
export class TenantTurns {
  readonly #limits: Limits
  readonly #inFlight = new Map<string, number>()
  /** Waiting work by tenant. The tenant whose turn was longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** Work that waits for a place, by tenant. The tenant who was given one longest ago comes first. */
  readonly #queued = new Map<string, PromiseWithResolvers<void>[]>()
  #running: string | undefined
  #isEnding = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Counts work from before it is received until it is stored. Work beyond the limits waits for a place, so that a process which
   * serves alone for a while, because the others are being replaced, refuses nobody. Throws `unavailable` when too much waits or a
   * place does not come in time, and `bad-request`, which nobody reads, for a client who has left meanwhile.
   */
  async take<T>({ tenantId, hasLeft = () => false }: Waiting, work: () => Promise<T>): Promise<T> {
    if (this.#hasPlaceFor(tenantId)) this.#countIn(tenantId)
    else await this.#placeFor(tenantId)
    try {
      if (hasLeft()) throw new Failure('bad-request')
      return await work()
    } finally {
      const left = (this.#inFlight.get(tenantId) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(tenantId)
      else this.#inFlight.set(tenantId, left)
      this.#givePlaces()
    }
  }

  /** Refuses what waits for a place, because the process stops: another one has places. */
  refuseWaiting(): void {
    this.#isEnding = true
    for (const queue of this.#queued.values()) for (const { reject } of queue) reject(tooBusy())
    this.#queued.clear()
  }

  #hasPlaceFor(tenantId: string): boolean {
    const ofAll = [...this.#inFlight.values()].reduce((sum, count) => sum + count, 0)
    return ofAll < this.#limits.inFlight && (this.#inFlight.get(tenantId) ?? 0) < this.#limits.ofOneTenant
  }

  #countIn(tenantId: string): void {
    this.#inFlight.set(tenantId, (this.#inFlight.get(tenantId) ?? 0) + 1)
  }

  /** Waits for a place, which is counted already when this resolves. */
  async #placeFor(tenantId: string): Promise<void> {
    const queue = this.#queued.get(tenantId) ?? []
    if (this.#isEnding || queue.length >= (this.#limits.waiting ?? 0)) throw tooBusy()
    const place = Promise.withResolvers<void>()
    this.#queued.set(tenantId, [...queue, place])
    const timer = setTimeout(() => {
      this.#leaveQueue(tenantId, place)
      place.reject(tooBusy())
    }, longestWaitMs)
    try {
      await place.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Gives free places to what waits, one to each tenant in turn. */
  #givePlaces(): void {
    for (;;) {
      const [tenantId, [place] = []] = [...this.#queued].find(([id]) => this.#hasPlaceFor(id)) ?? []
      if (tenantId === undefined || place === undefined) return
      this.#leaveQueue(tenantId, place)
      this.#countIn(tenantId)
      place.resolve()
    }
  }

  /** Takes one out of its queue, and puts its tenant behind the others. */
  #leaveQueue(tenantId: string, place: PromiseWithResolvers<void>): void {
    const others = (this.#queued.get(tenantId) ?? []).filter((one) => one !== place)
    this.#queued.delete(tenantId)
    if (others.length > 0) this.#queued.set(tenantId, others)
  }

  /**
   * Runs one piece of work at a time, so that memory stays bounded. Tenants take turns, each in order of arrival. Work
   * of a client who has left before its turn is skipped: throws `bad-request`, which nobody reads.
   */
  async run<T>({ tenantId, hasLeft = () => false }: Waiting, work: () => Promise<T>): Promise<T> {
    if (this.#running !== undefined) await this.#turnOf(tenantId)
    this.#running = tenantId
    try {
      if (hasLeft()) throw new Failure('bad-request')
      return await work()
    } finally {
      this.#next(tenantId)
    }
  }

  #turnOf(tenantId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = this.#waiting.get(tenantId) ?? []
    queue.push(resolve)
    this.#waiting.set(tenantId, queue)
    return promise
  }

  #next(served: string): void {
    const tenantIds = [...this.#waiting.keys()]
    const tenantId = tenantIds.find((id) => id !== served) ?? served
    const queue = this.#waiting.get(tenantId)
    const start = queue?.shift()
    // The slot is taken now and not when the work begins, so that nothing gets in between.
    this.#running = start && tenantId
    this.#waiting.delete(tenantId)
    if (queue !== undefined && queue.length > 0) this.#waiting.set(tenantId, queue)
    start?.()
  }
}

function tooBusy(): Failure {
  return new Failure('unavailable', { reason: 'too-busy', retryAfterSeconds })
}
