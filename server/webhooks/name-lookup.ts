import { NODATA, NOTFOUND } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** Returns the addresses of a name. It may stop when `signal` aborts. Throws if there are none. */
export type NameLookup = (name: string, signal?: AbortSignal) => Promise<string[]>

/**
 * Asks the name servers for the addresses of a name, those of IPv4 first. Waiting for them holds up nothing else, however
 * many receivers have name servers that do not answer. `servers` are addresses with ports, and replace those of this machine.
 */
export function openNameLookup(servers?: readonly string[]): NameLookup {
  let local: Promise<unknown> = Promise.resolve()
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal?.addEventListener('abort', stop, { once: true })
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    signal?.removeEventListener('abort', stop)
    const addresses = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0) return addresses
    const failed = asked.find((one) => one.status === 'rejected' && !isMissing(one.reason))
    if (failed?.status === 'rejected') throw failed.reason
    // Names of this machine's own file and domain are not on the name servers. The operating system knows them, but has two
    // threads for all questions of this process, so it is asked for one name at a time.
    const turn = local.then(async () => (signal?.aborted === true ? [] : await lookup(name, { all: true })))
    local = turn.catch(() => undefined)
    return (await turn).map(({ address }) => address)
  }
}

function isMissing(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && (reason.code === NOTFOUND || reason.code === NODATA)
}
