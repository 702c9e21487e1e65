import { Resolver } from 'node:dns/promises'

/**
 * Looks up the IP addresses of a host at its name servers: empty for a host without an entry, and undefined when they
 * do not answer in time.
 */
export type DomainLookup = (host: string) => Promise<string[] | undefined>

/** Milliseconds that one query may take. */
const timeLimit = 2000

/** Asks this machine's name servers, but never its hosts file. */
export const lookUpDomain: DomainLookup = async (host) => {
  const resolver = new Resolver({ timeout: timeLimit, tries: 1 })
  const late = setTimeout(() => resolver.cancel(), 2 * timeLimit)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const isSaid = answers.some((answer) => answer.status === 'fulfilled' || isNoEntry(answer.reason))
    return isSaid ? addresses : undefined
  } finally {
    clearTimeout(late)
  }
}

function isNoEntry(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && ['ENOTFOUND', 'ENODATA'].includes(String(reason.code))
}
