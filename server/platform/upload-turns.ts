import { Failure } from './failure.ts'

/** Uploads that one process takes at a time, of at most `maxImageBytes` each, and how many of them may be one tenant's. */
const limits = { inFlight: 16, ofOneTenant: 8 }

/** Whose upload waits, and whether the client that sent it has closed its connection. */
interface Upload {
  tenantId: string
  hasLeft: () => boolean
}

/** Seconds after which a refused upload is worth another try. */
const retryAfterSeconds = 5

/**
 * Decides whose upload is taken, and whose is read next: no tenant keeps another from either. A server has one, for pictures of
 * every kind.
 */
export class UploadTurns {
  readonly #limits: typeof limits
  readonly #inFlight = new Map<string, number>()
  /** Who waits to be read, by tenant. The tenant whose turn was longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #reading: string | undefined

  constructor(given = limits) {
    this.#limits = given
  }

  /** Counts an upload from before its body is received until it is stored. Throws `unavailable` when there are too many. */
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
   * Reads one picture at a time, so that memory stays flat; tenants take turns, each in the order of arrival. Nothing is read of
   * somebody who has left before their turn came: throws `bad-request`, which nobody reads.
   */
  async read<T>({ tenantId, hasLeft }: Upload, work: () => Promise<T>): Promise<T> {
    if (this.#reading !== undefined) await this.#turnOf(tenantId)
    this.#reading = tenantId
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
    this.#reading = start && tenantId
    this.#waiting.delete(tenantId)
    if (queue !== undefined && queue.length > 0) this.#waiting.set(tenantId, queue)
    start?.()
  }
}
