import { Newest } from './newest.ts'
import type { Opened, Visit } from '../door/visit.ts'

/** What is known about a session between its visits. Requests share this object, so it must not be changed. */
export type Lasting = Omit<Opened, 'now'>

/** A row in the text form that the database sends. */
export type RowOfTexts = readonly (string | null)[]

/**
 * Remembers in this process the tenant of each host and what was opened for each session, for the most recent ones. All
 * of this is a guess that `openStatement` in `../door/opening.ts` checks at each request.
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

  /** Returns what was last opened for the session of a visit. */
  openedFor(visit: Visit): Lasting | undefined {
    return this.#opened.get(keyOf(visit))?.lasting
  }

  /**
   * Returns what was opened for a visit: the remembered object if the row is unchanged, otherwise what `read` makes of
   * the row. Visits without a session and operators who have entered a tenant are not remembered.
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

/** RFC 1035 limits host names to this length; longer ones would only fill the memory. */
const longestHost = 253

function keyOf({ host, sessionTokenHash }: Visit): string {
  return `${sessionTokenHash?.toString('base64') ?? ''} ${host}`
}

function isSame(a: RowOfTexts, b: RowOfTexts): boolean {
  return a.length === b.length && a.every((text, position) => text === b[position])
}
