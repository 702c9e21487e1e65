import { Failure } from './failure.ts'

/** Uploads that one process takes at a time, of at most `maxImageBytes` each, and how many of them may be one tenant's. */
const limits = { inFlight: 16, ofOneTenant: 8 }

/** For whom work waits, and whether the client that sent it has closed its connection. */
interface Waiting {
  tenantId: string
  hasLeft?: () => boolean
}

/** Seconds after which what was refused is worth another try. */
const retryAfterSeconds = 5

/**
 * Decides for whom slow work is taken on, and for whom it is done next: no tenant keeps another from either. A server has one for
 * pictures of every kind, and one for measuring passwords.
 */
export class TenantTurns {
  readonly #limits: typeof limits
  readonly #inFlight = new Map<string, number>()
  /** Who waits, by tenant. The tenant whose turn was longest ago comes first. */
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
      throw new Failure('unavailable', { retryAfterSeconds })
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
   * Does one thing at a time, so that memory stays flat; tenants take turns, each in the order of arrival. Nothing is done for
   * somebody who has left before their turn came: throws `bad-request`, which nobody reads.
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
    // Nobody gets in between: it is this tenant's from now on, not only when its work begins.
    this.#running = start && tenantId
    this.#waiting.delete(tenantId)
    if (queue !== undefined && queue.length > 0) this.#waiting.set(tenantId, queue)
    start?.()
  }
}
