import type { Bundle, Resource } from '@medplum/fhirtypes'

/** Where a search was asked: the base of all addresses, and its own path with its query. */
interface Asked {
  base: string
  url: string
}

interface Found {
  resources: readonly Resource[]
  next: string | null
  /** Undefined where the resources are not counted, or too many to be. */
  total?: number | undefined
}

/** Writes a page of a search as a Bundle, with the address of the next one. */
export function searchset({ base, url }: Asked, { resources, next, total }: Found): Bundle {
  const self = new URL(url, base)
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
