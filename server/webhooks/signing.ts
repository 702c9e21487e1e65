import { createHmac, randomBytes } from 'node:crypto'

/* The form of secrets and signatures is that of the Standard Webhooks specification 1.0.0. */

/** Makes the bytes of a new secret. */
export const newSecret = (): Buffer => randomBytes(32)

/** Writes a secret as its receiver stores it. */
export function writeSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** A message as it is sent, in every try alike. */
export interface Message {
  id: string
  body: string
}

/** The headers of one try: its time in seconds, and a signature by each secret. */
export function signedHeaders({ id, body }: Message, secrets: readonly Buffer[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
