/** An event that the chain of a tenant knows, by its place. */
export interface Seal {
  position: number
  /** SHA-256 in hexadecimal. */
  hash: string
}

/** The newest event of a tenant's chain at some time, to be compared with the chain later. */
export interface Head extends Seal {
  slug: string
}

/** A head as it is printed, kept and given: `TENANT:PLACE:HASH`. */
export function writeHead({ slug, position, hash }: Head): string {
  return `${slug}:${position}:${hash}`
}

/** Undefined for a text that is no head. */
export function readHead(text: string): Head | undefined {
  const [, slug, position, hash] = /^([a-z0-9-]+):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return slug === undefined || hash === undefined ? undefined : { slug, position: Number(position), hash }
}
