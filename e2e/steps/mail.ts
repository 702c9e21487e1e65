import http from 'node:http'
import { expect } from 'vitest'
import type { Visit } from '../stage/visit.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * The newest email to an address, once there are this many. Warnings of deadlines do not count: the server sends them
 * of its own accord to everybody who reports to authorities, in the midst of any journey.
 */
export async function mailTo(visit: Visit, to: string, count = 1): Promise<Mail> {
  const mails = async () =>
    (await sentMail(visit)).filter((mail) => mail.to === to && !mail.text.includes('/notifications?'))
  await expect.poll(async () => (await mails()).length).toBe(count)
  const [newest] = await mails()
  if (newest === undefined) throw new Error(`There is no mail to ${to}`)
  return newest
}

/** The address of an email's link, below the visit's own origin. */
export function linkOf({ text }: Mail): string {
  const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  return pathname + search
}

/** Every email sent at the tenant of a visit, newest first. */
export function sentMail({ port, origin }: Visit): Promise<Mail[]> {
  const headers = { host: new URL(origin).host }
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: '/dev/mail/messages', headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        // The server's own reply: `{ data }`, newest first.
        response.on('end', () => resolve((JSON.parse(text) as { data: Mail[] }).data))
      })
      .on('error', reject)
  })
}
