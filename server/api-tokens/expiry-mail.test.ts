import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locale } from '../../contract/locales.ts'
import { wordsIn } from '../platform/phrases.ts'
import { logInAs } from '../testing/client.ts'
import { decoded, startMailServer, type MailServer } from '../testing/mail-server.ts'
import { makeMachine } from '../testing/machines.ts'
import { emailOf, userIdOf } from '../testing/tenants.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { warnOfExpiringTokens } from './service.ts'

let test: TestApp
let server: MailServer

beforeAll(async () => {
  test = await startTestApp()
  server = await startMailServer()
  await test.startSending(server.url)
})
afterAll(async () => {
  await test.close()
  await server.close()
})

interface Part {
  headers: string
  content: string
}

/** Reads a mail as a mailbox does: its headers, and each part with its transfer encoding undone. */
function opened(source: string): { header: (name: string) => string; parts: Part[] } {
  const split = (text: string): Part => {
    const at = text.indexOf('\r\n\r\n')
    return { headers: text.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' '), content: text.slice(at + 4) }
  }
  const { headers, content } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const header = (name: string) => unfolded(new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '')
  const parts = content
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  return {
    header,
    parts: parts.map((part) => {
      const isBase64 = /^content-transfer-encoding: base64/im.test(part.headers)
      return { ...part, content: isBase64 ? Buffer.from(part.content, 'base64').toString() : decoded(part.content) }
    }),
  }
}

/** Undoes the encoding of words in headers (RFC 2047). */
function unfolded(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decoded(text.replaceAll('_', ' ')),
    )
}

it.each<[Locale, 'en' | 'es', string]>([
  ['en_GB', 'en', 'See the tokens'],
  ['en_US', 'en', 'See the tokens'],
  ['es_MX', 'es', 'Ver los tokens'],
])(
  'tells an administrator in %s of a token that soon expires, in both parts of a mail',
  async (locale, lang, action) => {
    await test.query(test.ours, `update tenants set available_languages = $1, default_language = $2`, [
      [locale],
      locale,
    ])
    await test.query(test.ours, `update users set lang = $2 where id = $1`, [userIdOf('tenant'), lang])
    const { id } = await makeMachine(await logInAs(test.app, test.ours, 'tenant'), test.ours, {
      name: 'Bridge of ward 7',
      days: 90,
    })
    await test.query(
      test.ours,
      `update api_tokens set created_at = now() - interval '85 days', expires_at = now() + interval '5 days' where id = $1`,
      [id],
    )
    server.received.length = 0
    expect(await test.door.enterTenant(test.ours.id, 'a round', (scope) => warnOfExpiringTokens(scope, 500))).toBe(1)
    const toAdministrator = () => server.received.filter(({ to }) => to.includes(emailOf('tenant')))
    await expect.poll(() => toAdministrator().length).toBe(1)

    const { header, parts } = opened(toAdministrator()[0]?.source ?? '')
    const t = wordsIn(locale)
    const values = { product: `${test.ours.marker} Tests` }
    expect(header('Subject')).toBe(t('mail:token-expires.subject'))
    expect(header('From')).toBe(`${values.product} <no-reply@localhost>`)
    expect(header('To')).toBe(emailOf('tenant'))
    expect(header('Auto-Submitted')).toBe('auto-generated')
    expect(header('Content-Type')).toMatch(/^multipart\/alternative/)
    expect(parts.map(({ headers }) => /content-type: (text\/\w+)/i.exec(headers)?.[1])).toEqual([
      'text/plain',
      'text/html',
    ])
    const [text = '', html = ''] = parts.map(({ content }) => content.replaceAll('\r\n', '\n'))
    const link = 'http://ours.localhost:3000/own-tenant/tokens'
    expect(text).toContain(t('mail:token-expires.text', values))
    expect(text).toContain(`\n\n${action}: ${link}\n\n`)
    for (const paragraph of t('mail:token-expires.text', values).split('\n\n')) expect(html).toContain(paragraph)
    expect(html).toMatch(new RegExp(`<a[^>]* href="${link}"[^>]*>\\s*${action}\\s*</a>`))
    expect(html).toContain(`<html lang="${locale.replace('_', '-')}"`)
    // Neither tells whoever else reads the mail which machine it is, or anything of its token.
    for (const part of [text, html]) expect(part).not.toMatch(/Bridge|lateral_|\{\{/)
  },
)
