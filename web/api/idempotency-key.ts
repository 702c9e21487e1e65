/** A key under which a request may be sent again without being done again. */
export function newIdempotencyKey(): string {
  // Not crypto.randomUUID: a clinic's own server on plain http has none, and these bits are as good.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
