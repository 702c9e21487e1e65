import type { DomainCheck } from '../../contract/tenants/tenant.ts'
import type { DomainLookup } from '../platform/domain-lookup.ts'

/**
 * Checks where a domain leads: here, if it shares an IP address with the installation's host. It waits for name
 * servers, so no transaction may be open meanwhile.
 */
export async function checkDomain(lookUp: DomainLookup, domain: string, publicHost: string): Promise<DomainCheck> {
  const [addresses, ours] = await Promise.all([lookUp(domain), lookUp(publicHost)])
  if (addresses === undefined) return { leads: 'unknown', addresses: [] }
  if (addresses.length === 0) return { leads: 'nowhere', addresses }
  if (ours === undefined || ours.length === 0) return { leads: 'unknown', addresses }
  return { leads: addresses.some((address) => ours.includes(address)) ? 'here' : 'elsewhere', addresses }
}
