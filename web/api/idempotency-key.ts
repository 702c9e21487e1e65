/** Creates a key under which a request can be repeated without taking effect twice. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is unavailable on a clinic's own server with plain http, and these bits are as good.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
