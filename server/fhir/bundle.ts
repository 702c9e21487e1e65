import type { Bundle, Resource } from '@medplum/fhirtypes'
import type { FastifyRequest } from 'fastify'
import { fhirBase } from '../../contract/fhir/served.ts'

/** The address at which FHIR is served to this request, whose host leads to its tenant. */
export function baseOf({ host, server }: FastifyRequest): string {
  return `${server.isSecure ? 'https' : 'http'}://${host}${fhirBase}`
}

interface Found {
  resources: readonly Resource[]
  next: string | null
  /** Undefined where the resources are not counted, or too many to be. */
  total?: number | undefined
}

/** Writes a page of a search as a Bundle, with the address of the next one. */
export function searchset(request: FastifyRequest, { resources, next, total }: Found): Bundle {
  const base = baseOf(request)
  const self = new URL(request.url, base)
  const link = [{ relation: 'self', url: self.href }]
  if (next !== null) {
    const following = new URL(self)
    following.searchParams.set('cursor', next)
    link.push({ relation: 'next', url: following.href })
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link,
    entry: resources.map((resource) => ({
      fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
      resource,
      search: { mode: 'match' },
    })),
  }
}
