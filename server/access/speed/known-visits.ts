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
  /** By domain and by slug. Nobody can make these up, so they are as many as there really are. */
  readonly #tenants = new Newest<string>(20_000)
  /** By hosts of the default tenant, of which anybody can make up any number. */
  readonly #others = new Newest<string>(1_000)
  readonly #opened = new Newest<{ row: RowOfTexts; lasting: Lasting }>(1_000)

  tenantAt(host: string): string | undefined {
    const domain = host.toLowerCase()
    return this.#tenants.get(domain) ?? this.#others.get(domain) ?? this.#tenants.get(slugKeyOf(domain))
  }

  /** Remembers which tenant a host was found to have, null for none, and by what. */
  keepHost(host: string, tenantId: string | null, by: 'domain' | 'slug' | 'default'): void {
    if (host.length > longestHost) return
    const domain = host.toLowerCase()
    const ifBy = (kind: typeof by) => (by === kind && tenantId !== null ? tenantId : undefined)
    this.#tenants.keep(domain, ifBy('domain'))
    if (by !== 'domain') this.#tenants.keep(slugKeyOf(domain), ifBy('slug'))
    this.#others.keep(domain, ifBy('default'))
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

/** The slug is the first label, whatever follows it. No domain has a space. */
function slugKeyOf(domain: string): string {
  return `slug ${domain.split('.', 1)[0]}`
}

function keyOf({ host, sessionTokenHash, apiToken }: Visit): string {
  const secret = apiToken === undefined ? sessionTokenHash : apiToken.hash
  return `${secret?.toString('base64') ?? ''} ${host}`
}

function isSame(a: RowOfTexts, b: RowOfTexts): boolean {
  return a.length === b.length && a.every((text, position) => text === b[position])
}
