import { fhirBase } from '../../contract/fhir/served.ts'
import type { Scope } from '../access/scope.ts'
import { originOf } from '../platform/tenant-origin.ts'

/** Where a request was sent, as it says, and the port of this process that it reached. */
export interface SentTo {
  hostname: string
  port: number | null
  localPort: number | undefined
}

/**
 * The address at which FHIR is served to this request. It is the one that the request names only if that is known: the public
 * address, the tenant's name below it, or the tenant's own domain. A client follows links with its token.
 */
export async function baseAddress(scope: Scope, sentTo: SentTo, publicUrl: string): Promise<string> {
  const publicAddress = new URL(publicUrl)
  const { slug } = scope.tenant
  const named = new URL(originOf({ domain: null, slug }, publicUrl))
  const { hostname, port } = sentTo
  const isNamed = [publicAddress.hostname, named.hostname].includes(hostname)
  const domains = isNamed ? [] : await domainsOf(scope)
  const isKnown = (isNamed || domains.includes(hostname.toLowerCase())) && isKnownPort(sentTo, publicAddress)
  const origin = isKnown
    ? `${publicAddress.protocol}//${hostname}${port === null ? '' : `:${port}`}`
    : originOf({ domain: domains[0] ?? null, slug }, publicUrl)
  return `${origin}${fhirBase}`
}

/** A port is known if it is that of the public address, or the one at which this process was asked. */
function isKnownPort({ port, localPort }: SentTo, { port: publicPort }: URL): boolean {
  return port === null || [publicPort, String(localPort)].includes(String(port))
}

async function domainsOf({ db, tenant }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant_addresses')
    .where('tenant_id', '=', tenant.id)
    .where('kind', '=', 'domain')
    .select('address')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}
