import { afterAll, beforeAll, expect, it } from 'vitest'
import { decoded, startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { tellAdministrators } from './service.ts'

let test: TestApp
let mailbox: MailServer

beforeAll(async () => {
  mailbox = await startMailServer()
  test = await startTestApp()
  await test.startSending(mailbox.url)
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

it.each([
  ['webhook-stopped', 'en_GB', 'A webhook has stopped', 'See the webhooks', '/own-tenant/webhooks'],
  ['webhook-stopped', 'en_US', 'A webhook has stopped', 'See the webhooks', '/own-tenant/webhooks'],
  ['webhook-stopped', 'es_MX', 'Un webhook se detuvo', 'Ver los webhooks', '/own-tenant/webhooks'],
  ['token-expires', 'en_GB', 'A token for a machine will soon expire', 'See the tokens', '/own-tenant/tokens'],
  ['token-expires', 'es_MX', 'Un token para una máquina vencerá pronto', 'Ver los tokens', '/own-tenant/tokens'],
  ['import-done', 'en_GB', 'Your import is done', 'See the imports', '/imports'],
  ['import-done', 'en_US', 'Your import is done', 'See the imports', '/imports'],
  ['import-done', 'es_MX', 'Su importación ha terminado', 'Ver las importaciones', '/imports'],
] as const)(
  '%s arrives in %s with a link to the tenant in both parts',
  async (template, locale, subject, action, path) => {
    await test.query(test.ours, 'update tenants set available_languages = $1, default_language = $2', [
      [locale],
      locale,
    ])
    await test.query(test.ours, 'update users set lang = $1', [locale.slice(0, 2)])
    mailbox.received.length = 0
    await test.door.enterTenant(test.ours.id, 'mails', (scope) => tellAdministrators(scope, template))
    await expect.poll(() => mailbox.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const source = mailbox.received[0]?.source ?? ''
    const mail = decoded(source)
    const [plain = '', html = ''] = mail.split(/^content-type: text\/html/im)
    const link = `http://${test.ours.host}:3000${path}`
    expect(subjectOf(source)).toBe(subject)
    expect(plain.split(/\r?\n/)).toContain(`${action}: ${link}`)
    expect(html).toContain(`href="${link}"`)
    expect(html).toContain(`lang="${locale.replace('_', '-')}"`)
    expect(mail).not.toMatch(/\{\{|\}\}|undefined|localhost:3000\/\//)
  },
)

/** Reads the subject of a mail, whose words are encoded where they are not ASCII (RFC 2047). */
function subjectOf(source: string): string {
  const header = /^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(source)?.[1] ?? ''
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?b\?(.*?)\?=/gi, (_, words: string) => Buffer.from(words, 'base64').toString())
    .replaceAll(/=\?utf-8\?q\?(.*?)\?=/gi, (_, words: string) => decoded(words.replaceAll('_', ' ')))
    .replaceAll(/\r?\n[ \t]/g, ' ')
}
