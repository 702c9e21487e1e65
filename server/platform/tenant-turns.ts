import { Failure } from './failure.ts'

/** The number of uploads of at most `maxImageBytes` that a process accepts at a time, in total and of one tenant. */
const limits = { inFlight: 16, ofOneTenant: 8 }

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
  readonly #limits: typeof limits
  readonly #inFlight = new Map<string, number>()
  /** Waiting work by tenant. The tenant whose turn was longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running: string | undefined

  constructor(given = limits) {
    this.#limits = given
  }

  /** Counts work from before it is received until it is stored. Throws `unavailable` when there is too much. */
  async take<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const ofAll = [...this.#inFlight.values()].reduce((sum, count) => sum + count, 0)
    const ofTenant = this.#inFlight.get(tenantId) ?? 0
    if (ofAll >= this.#limits.inFlight || ofTenant >= this.#limits.ofOneTenant) {
      throw new Failure('unavailable', { reason: 'too-busy', retryAfterSeconds })
    }
    this.#inFlight.set(tenantId, ofTenant + 1)
    try {
      return await work()
    } finally {
      const left = (this.#inFlight.get(tenantId) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(tenantId)
      else this.#inFlight.set(tenantId, left)
    }
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
