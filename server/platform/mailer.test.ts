import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { certificate } from '../../tests/programs/certificate.ts'
import { decoded, startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { openMailer, type Mail } from './mailer.ts'
import { NotSent } from './not-sent.ts'

const login = { user: 'lateral', password: 'planted-smtp-password' }
const mail: Mail = {
  fromName: 'Clínica "Ñandú"',
  to: 'planted-recipient@people.test',
  subject: 'Su resultado está listo: ¿qué sigue?',
  text: 'Señora Muñoz, el código es planted-code.',
  html: '<p>Señora Muñoz, el código es <b>planted-code</b>.</p>',
}

/** Builds `smtp://…` with a user, a password and a query. */
function addressOf({ url }: MailServer, { user, password } = login, query = ''): string {
  return url.replace('//', `//${user}:${password}@`) + query
}

async function failureOf(smtpUrl: string): Promise<NotSent> {
  const send = openMailer({ smtpUrl, from: 'lateral@clinic.test', publicUrl: 'https://lateral.clinic' })
  const failure: unknown = await send?.(mail).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NotSent)
  // the line above checks it
  return failure as NotSent
}

let server: MailServer
afterEach(() => server.close())

describe('with a trusted certificate', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lateral-certificate-'))
    await writeFile(path.join(folder, 'authority.pem'), certificate)
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Sends from a new process, because Node reads the trusted certificates when it starts. */
  async function sendTrusting(smtpUrl: string): Promise<void> {
    const code = `
      const { openMailer } = await import(${JSON.stringify(path.join(import.meta.dirname, 'mailer.ts'))})
      await openMailer({ smtpUrl: process.env.URL, from: 'lateral@clinic.test', publicUrl: 'https://lateral.clinic:8443' })(${JSON.stringify(mail)})
      process.exit()`
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, URL: smtpUrl, NODE_EXTRA_CA_CERTS: path.join(folder, 'authority.pem') },
    })
  }

  it.each(['starttls', 'at once'] as const)(
    'a mail is delivered, encrypted %s, exactly as written',
    async (encryption) => {
      server = await startMailServer({ encryption, login })
      await sendTrusting(addressOf(server, login, encryption === 'starttls' ? '?requireTLS=true' : ''))
      expect(server.received.map(({ to, greeting }) => [to, greeting])).toEqual([[[mail.to], 'lateral.clinic']])
      const source = server.received[0]?.source ?? ''
      const [head = '', ...body] = source.split('\r\n\r\n')
      expect(head).toMatch(/^From: =\?UTF-8\?\S+\?= <lateral@clinic\.test>$/m)
      expect(head).toMatch(/^To: planted-recipient@people\.test$/m)
      expect(head).toMatch(/^Content-Type: multipart\/alternative/m)
      // Headers are plain ASCII, with other letters encoded.
      expect(head).toMatch(/^[\x20-\x7e\t\r\n]*$/)
      expect(head).not.toContain('planted-code')
      const parts = decoded(body.join('\r\n\r\n'))
      expect(parts).toContain('Content-Type: text/plain; charset=utf-8')
      expect(parts).toContain('Content-Type: text/html; charset=utf-8')
      expect(parts).toContain(mail.text)
      expect(parts).toContain(mail.html)
    },
  )
})

describe('nothing is sent, and the error has a reason but no secret,', () => {
  it('when the certificate is not trusted, either at once or after STARTTLS', async () => {
    server = await startMailServer({ encryption: 'starttls', login })
    const { message } = await failureOf(addressOf(server))
    expect(message).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT .*NODE_EXTRA_CA_CERTS/)
    await server.close()
    server = await startMailServer({ encryption: 'at once', login })
    expect((await failureOf(addressOf(server))).message).toBe(message)
    expect(server.received).toEqual([])
  })

  it('when encryption is required and the server offers none', async () => {
    server = await startMailServer({ encryption: 'none' })
    const { message, isFinal } = await failureOf(addressOf(server, login, '?requireTLS=true'))
    expect(message).toMatch(/ETLS.* no STARTTLS/)
    expect(isFinal).toBe(false)
    expect((await failureOf(addressOf(server).replace('smtp:', 'smtps:'))).message).toContain('did not take it')
    expect(server.received).toEqual([])
  })

  it('when the server is on another machine and offers no encryption, unless that is allowed explicitly', async () => {
    server = await startMailServer({ encryption: 'none' })
    // The mailer takes every address other than the loopback names for another machine.
    const elsewhere = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    expect((await failureOf(elsewhere)).message).toMatch(/ETLS/)
    const send = openMailer({ smtpUrl: `${elsewhere}?requireTLS=false`, from: 'a@clinic.test', publicUrl: '' })
    await send?.(mail)
    expect(server.received).toHaveLength(1)
  })

  it('when the password is wrong, which is not final', async () => {
    server = await startMailServer({ encryption: 'none', login })
    const wrong = { ...login, password: 'planted-wrong-password' }
    const { message, stack, cause, isFinal } = await failureOf(addressOf(server, wrong))
    expect(message).toMatch(/EAUTH 535 .*SMTP_URL/)
    expect([message, stack, cause].join(' ')).not.toMatch(/planted|lateral:/)
    expect(isFinal).toBe(false)
  })

  it('when the server does not know the recipient, which is final', async () => {
    server = await startMailServer({ unknown: mail.to })
    const { message, stack, cause, isFinal } = await failureOf(server.url)
    expect(message).toMatch(/EENVELOPE 550$/)
    expect([message, stack, cause].join(' ')).not.toContain('planted')
    expect(isFinal).toBe(true)
  })
})

describe('an address with letters outside ASCII', () => {
  const sendTo = async (to: string) => {
    const send = openMailer({ smtpUrl: server.url, from: 'lateral@clinic.test', publicUrl: 'https://lateral.clinic' })
    const failure: unknown = await send?.({ ...mail, to }).catch((error: unknown) => error)
    return { failure, received: server.received.map(({ to: [one], isUtf8 }) => [one, isUtf8]) }
  }

  it.each([true, false])(
    'in its domain is delivered in the spelling of mail servers (SMTPUTF8: %s)',
    async (offersUtf8) => {
      server = await startMailServer({ offersUtf8 })
      expect(await sendTo('anna@käse.de')).toEqual({ failure: undefined, received: [['anna@käse.de', false]] })
      expect(server.received[0]?.source).toMatch(/^To: anna@xn--kse-qla\.de\r$/m)
    },
  )

  it.each(['jörg@example.org', 'аня@пример.рф'])(
    'before its @ is delivered by a server with SMTPUTF8: %s',
    async (to) => {
      server = await startMailServer()
      expect(await sendTo(to)).toEqual({ failure: undefined, received: [[to, true]] })
    },
  )

  it('before its @ is never given to another server, and the reason is said without the address', async () => {
    server = await startMailServer({ offersUtf8: false })
    const { failure, received } = await sendTo('jörg@example.org')
    expect(received).toEqual([])
    expect(failure).toMatchObject({ isFinal: true, isRefused: true, message: expect.stringContaining('no SMTPUTF8') })
    expect(String(failure)).not.toContain('jörg')
  })

  it('before its @ is tried again later while the server is away', async () => {
    server = await startMailServer()
    await server.close()
    expect((await sendTo('jörg@example.org')).failure).toMatchObject({ isFinal: false, isRefused: true })
  })
})
