/** A tenant by its own domain, if it has one, and by its name below the public address. */
interface Named {
  domain: string | null
  slug: string
}

/** Returns the tenant's own domain, or its subdomain of the public address; never the host of a request. */
export function originOf({ domain, slug }: Named, publicUrl: string): string {
  const url = new URL(publicUrl)
  url.host = domain ?? `${slug}.${url.host}`
  return url.origin
}
