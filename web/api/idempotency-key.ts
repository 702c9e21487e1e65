/** Creates a key under which a request can be repeated without taking effect twice. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is unavailable on a clinic's own server with plain http, and these bits are as good.
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
