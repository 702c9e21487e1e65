import { Resolver } from 'node:dns/promises'

/** What name servers say of a host: its IP addresses, none where it has no entry; undefined where they say nothing in time. */
export type DomainLookup = (host: string) => Promise<string[] | undefined>

/** How long one question may wait for its answer, in milliseconds. */
const timeLimit = 2000

/** Asks the name servers of this machine, never its file of hosts. */
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
