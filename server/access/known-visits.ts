import type { Opened, Visit } from './visit.ts'

/** What is opened for a session, but for the time. Nobody changes it: requests share it. */
export type Lasting = Omit<Opened, 'now'>

/** A row as the database sends it. */
export type RowOfTexts = readonly (string | null)[]

/**
 * What this process remembers of visits: which tenant a host belonged to when it was seen last, and what was opened for a
 * session, for as many as fit. All of it are guesses, which `openStatement` of `opening.ts` checks at each request.
 */
export class KnownVisits {
  readonly #tenants: Newest<string>
  readonly #opened: Newest<{ row: RowOfTexts; lasting: Lasting }>

  constructor(most = 1000) {
    this.#tenants = new Newest(most)
    this.#opened = new Newest(most)
  }

  tenantAt(host: string): string | undefined {
    return this.#tenants.get(host)
  }

  keepHost(host: string, tenantId: string | null): void {
    this.#tenants.keep(host, tenantId === null || host.length > longestHost ? undefined : tenantId)
  }

  /** What was opened for the session of a visit last. */
  openedFor(visit: Visit): Lasting | undefined {
    return this.#opened.get(keyOf(visit))?.lasting
  }

  /**
   * What was opened for a visit by a row that says so: the very object of last time where the row is the same, else what `read`
   * reads from it. Nothing is kept of a visit without a session, nor of an operator who has entered a tenant.
   */
  opened(visit: Visit, row: RowOfTexts, read: () => Lasting): Lasting {
    const key = keyOf(visit)
    const before = this.#opened.get(key)
    if (before !== undefined && isSame(before.row, row)) return before.lasting
    const lasting = read()
    this.#opened.keep(key, lasting.actor === null || lasting.actor.entry !== null ? undefined : { row, lasting })
    return lasting
  }
}

/** RFC 1035; a longer one is no name of ours, and would only fill the memory. */
const longestHost = 253

function keyOf({ host, sessionTokenHash }: Visit): string {
  return `${sessionTokenHash?.toString('base64') ?? ''} ${host}`
}

function isSame(a: RowOfTexts, b: RowOfTexts): boolean {
  return a.length === b.length && a.every((text, position) => text === b[position])
}

/** The values that were asked for last. */
class Newest<T> {
  readonly #values = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.keep(key, value)
    return value
  }

  /** Keeps a value, or forgets it. */
  keep(key: string, value: T | undefined): void {
    // What was not asked for longest makes room. So made-up names cost others a round trip at most.
    this.#values.delete(key)
    if (value === undefined) return
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }
}
