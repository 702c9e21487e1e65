/** An event of a tenant's chain, by its position. */
export interface Seal {
  position: number
  /** The SHA-256 in hexadecimal. */
  hash: string
}

/** The newest event of a tenant's chain at some time, to compare the chain with later. */
export interface Head extends Seal {
  slug: string
}

/** Writes a head as it is printed, stored and typed: `TENANT:PLACE:HASH`. */
export function writeHead({ slug, position, hash }: Head): string {
  return `${slug}:${position}:${hash}`
}

/** Parses a head; undefined when the text is malformed. */
export function readHead(text: string): Head | undefined {
  const [, slug, position, hash] = /^([a-z0-9-]+):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return slug === undefined || hash === undefined ? undefined : { slug, position: Number(position), hash }
}
