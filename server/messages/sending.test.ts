import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { visit } from '../../tests/server/client.ts'
import { decoded, startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
let server: MailServer
let isAway = false

beforeAll(async () => {
  test = await startTestApp()
  server = await startMailServer({ refuse: () => isAway })
  await test.startSending(server.url)
})
afterAll(async () => {
  await test.close()
  await server.close()
})
afterEach(() => {
  isAway = false
  server.received.length = 0
})

const email = emailOf('clinical')
const ask = async (tenant = test.ours) =>
  (await visit(test.app, tenant)).post('/password-resets', { email }, { host: tenant.host })
const arrived = async (count: number) => {
  await expect.poll(() => server.received.length).toBe(count)
  return server.received
}
const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1]

it('gives a mail to the mail server, in the tenant’s name and the person’s language', async () => {
  await test.query(test.ours, `update users set lang = 'es' where id = $1`, [userIdOf('clinical')])
  await test.query(test.ours, `update tenants set available_languages = '{en_GB,es_MX}'`)
  await ask()
  const [mail] = await arrived(1)
  const source = mail?.source ?? ''
  expect(mail?.to).toEqual([email])
  expect(headerOf(source, 'From')).toContain(`${test.ours.marker} Tests <no-reply@localhost>`)
  expect(decoded(source)).toContain('Crear una nueva contraseña: http://ours.localhost:3000/forgotten-password?token=')
  expect(source).toMatch(/multipart\/alternative/)
  expect(headerOf(source, 'Auto-Submitted')).toBe('auto-generated')
  await expect
    .poll(() => test.query(test.ours, 'select state, sent_at is not null as has_time from messages'))
    .toEqual([{ state: 'sent', has_time: true }])
})

it('builds links from the tenant’s own address, whatever the request claims as its host', async () => {
  const visitor = await visit(test.app, test.ours)
  await visitor.post('/password-resets', { email }, { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' })
  const [mail] = await arrived(1)
  expect(mail?.source).not.toContain('evil.test')
})

it('turns no name into a link, neither the recipient’s nor the inviter’s', async () => {
  const names = ['evil.example', 'https://evil.example/x', 'ann@evil.example', 'evil。example']
  const anyLink = /[\p{L}\p{N}][.\u3002\uff0e\uff61@]\p{L}|:\/\//u
  for (const [n, name] of names.entries()) {
    await test.query(test.theirs, 'update users set full_name = $1 where id = $2', [name, userIdOf('clinical')])
    await test.query(test.theirs, 'delete from throttle_counters')
    await ask(test.theirs)
    const mail = (await arrived(n + 1))[n]
    const said = decoded(mail?.source ?? '')
      .split('\n')
      .filter((line) => /evil/.test(line))
    expect(said.length, name).toBeGreaterThan(0)
    for (const line of said) expect(line.replaceAll(/<[^>]*>/g, '')).not.toMatch(anyLink)
  }
})

it('lets no name add a header or a line of HTML', async () => {
  const name = 'Ann\r\nBcc: all@evil.test <b>bold</b>'
  await test.query(test.theirs, 'update users set full_name = $1 where id = $2', [name, userIdOf('clinical')])
  await test.query(test.theirs, 'update tenants set product_name = $1', ['Lab "A"\r\nBcc: more@evil.test'])
  await ask(test.theirs)
  const [mail] = await arrived(1)
  const source = mail?.source ?? ''
  expect(mail?.to).toEqual([email])
  expect(source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im)
  expect(decoded(source)).toContain('Ann Bcc: all@ evil. test &lt;b&gt;bold&lt;/b&gt;')
})

it('retries while the mail server is away, and sends each message once it is back', async () => {
  isAway = true
  await test.query(test.ours, 'delete from throttle_counters')
  await test.query(test.ours, 'delete from messages')
  await ask()
  await ask()
  const refused = `select count(*)::int from jobs.job where state = 'retry' and output::text like '%451%'`
  await expect.poll(() => test.query(test.ours, refused)).toEqual([{ count: 2 }])
  expect(server.received).toEqual([])
  expect(await test.query(test.ours, 'select distinct state from messages')).toEqual([{ state: 'waiting' }])
  isAway = false
  await arrived(2)
  await expect.poll(() => test.query(test.ours, 'select distinct state from messages')).toEqual([{ state: 'sent' }])
})

it('sends nothing for a change that was rolled back', async () => {
  const [before] = await test.query(test.ours, 'select count(*) from messages')
  await test.query(test.ours, 'delete from throttle_counters')
  await test.query(test.ours, 'alter table audit_events add constraint none check (false) not valid')
  expect((await ask()).statusCode).toBe(500)
  await test.query(test.ours, 'alter table audit_events drop constraint none')
  expect(await test.query(test.ours, 'select count(*) from messages')).toEqual([before])
  // A later mail has arrived, so one that had been queued before it would have arrived as well.
  await ask()
  await arrived(1)
  await expect
    .poll(() => test.query(test.ours, `select count(*)::int from messages where state = 'waiting'`))
    .toEqual([{ count: 0 }])
  const unfinished = `select count(*)::int from jobs.job where name = 'send-message' and state < 'completed'`
  await expect.poll(() => test.query(test.ours, unfinished)).toEqual([{ count: 0 }])
  expect(server.received).toHaveLength(1)
})
