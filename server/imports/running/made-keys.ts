import { createHmac } from 'node:crypto'

/** Makes the keys by which people and tests of files are known, with the tenant's secret. */
export function keyMaker(secret: string): (...parts: string[]) => string {
  return (...parts) => createHmac('sha256', secret).update(parts.join(' ')).digest('base64url')
}
