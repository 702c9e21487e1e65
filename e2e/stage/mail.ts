import type { TenantSlug } from './demo.ts'
import { send } from './http.ts'

interface SentMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: string
}

/** The emails that the server sent to a person, newest first. */
export async function mailTo(port: number, tenant: TenantSlug, email: string): Promise<SentMail[]> {
  const { status, body } = await send(port, tenant, '/dev/mail/messages', { base: '' })
  if (status !== 200) throw new Error(`The mail could not be read: ${status} ${body}`)
  const { data } = JSON.parse(body) as { data: SentMail[] } // docs/running.md describes the reply
  return data.filter(({ to }) => to === email)
}
