import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '../../contract/locales.ts'
import { wordsIn } from '../platform/phrases.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { startTextServer, type TextServer } from '../../tests/programs/text-server.ts'

let test: TestApp
let staff: Client
let mailServer: MailServer
let textServer: TextServer
const log: string[] = []

beforeAll(async () => {
  mailServer = await startMailServer()
  textServer = await startTextServer()
  test = await startTestApp({ log: { write: (line) => void log.push(line) } })
  await test.startSending(mailServer.url, textServer.settings)
  staff = await logInAs(test.app, test.ours, 'group')
})
afterAll(async () => {
  await test.close()
  await Promise.all([mailServer.close(), textServer.close()])
})

/** A mail as parsed by Python's email package, and so by the standards instead of our own code. */
interface ReadMail {
  headers: Record<string, string>
  text: string
  html: string
  defects: string[]
}

const reader = `
import email, email.policy, json, sys
def read(source):
    message = email.message_from_bytes(source.encode('latin1'), policy=email.policy.default)
    defects = [repr(d) for part in message.walk() for d in part.defects]
    defects += [repr(d) for value in message.values() for d in value.defects]
    part = lambda kind: message.get_body((kind,)).get_content()
    return {'headers': dict(message.items()), 'text': part('plain'), 'html': part('html'), 'defects': defects}
print(json.dumps([read(source) for source in json.load(sys.stdin)]))
`

async function readMails(sources: readonly string[]): Promise<ReadMail[]> {
  const running = promisify(execFile)('/usr/bin/python3', ['-c', reader])
  running.child.stdin?.end(JSON.stringify(sources.map((source) => Buffer.from(source).toString('latin1'))))
  return JSON.parse((await running).stdout) as ReadMail[]
}

async function arrived(to: { email: string; mobile: string }, count: number) {
  const mailsTo = () => mailServer.received.filter((mail) => mail.to.includes(to.email))
  const textsTo = () => textServer.received.filter(({ To }) => To === to.mobile)
  await expect.poll(() => [mailsTo().length, textsTo().length]).toEqual([count, count])
  const mails = await readMails(mailsTo().map(({ source }) => source))
  return { mails, texts: textsTo().map(({ Body }) => Body ?? '') }
}

const born = '1984-02-03'
const tokenIn = (text: string) => /http:\/\/ours\.localhost:3000\/results\/([\w-]{43})(?![\w-])/.exec(text)?.[1]
const content = {
  performedDate: '2026-03-01',
  performedTime: '09:30',
  performedZone: 'Europe/London',
  analyteResults: [{ analyteId: 'line', result: 'positive' }],
}
const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the device' }

async function change(path: 'corrections' | 'void', id: string, body: object = {}): Promise<void> {
  const { version } = (await staff.get(`/test-records/${id}`)).json().data
  const sent = path === 'void' ? why : { ...content, ...why, ...body }
  const reply = await staff.post(`/test-records/${id}/${path}`, sent, { 'if-match': `"${version}"` })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function send(id: string): Promise<void> {
  for (const channel of ['email', 'text']) {
    expect((await staff.post(`/test-records/${id}/deliveries`, { channel })).statusCode).toBe(201)
  }
}

async function open(token: string | undefined) {
  const visitor = await visit(test.app, test.ours)
  return (await visitor.post(`/results/${token}/open`, { dateOfBirth: born })).json().data
}

describe.each([
  ['en_GB', 'en', '+447400123461', 'A result is ready at', 'says something else now', 'is no longer valid'],
  ['en_US', 'en', '+447400123462', 'A result is ready at', 'says something else now', 'is no longer valid'],
  ['es_MX', 'es', '+447400123463', 'Hay un resultado listo en', 'ahora dice otra cosa', 'ya no es válido'],
] as const)('in %s', (locale, lang, mobile, ready, changed, withdrawn) => {
  it('results, corrections, endings and withdrawals are readable by other programs, open the result, and do not reveal it', async () => {
    await test.query(test.ours, 'delete from throttle_counters')
    await test.query(test.ours, 'update tenants set default_language = $1, available_languages = array[$1]', [locale])
    const person = await logInAsSpare(test, test.ours, 'patient')
    const { email, id: userId } = (await person.get('/users/my-details')).json().data
    await test.query(test.ours, 'update users set mobile = $2, lang = $3 where id = $1', [userId, mobile, lang])
    const subjectId = await addSubject(staff, test.ours.places.home, { dateOfBirth: born })
    await test.query(test.ours, 'update subjects set user_id = $2 where id = $1', [subjectId, userId])
    const [first, second] = [
      await recordTestOf(staff, test.ours.places.home, subjectId),
      await recordTestOf(staff, test.ours.places.home, subjectId),
    ]
    const to = { email, mobile }
    await send(first)
    const { mails, texts } = await arrived(to, 1)
    for (const text of [mails[0]?.text, texts[0]])
      expect(await open(tokenIn(text ?? ''))).toMatchObject({ result: 'negative' })
    await change('corrections', first)
    const corrected = await arrived(to, 2)
    for (const text of [corrected.mails[1]?.text, corrected.texts[1]])
      expect(await open(tokenIn(text ?? ''))).toMatchObject({ result: 'positive', state: 'corrected' })
    await change('void', first)
    const voided = await arrived(to, 3)
    for (const text of [voided.mails[2]?.text, voided.texts[2]])
      expect(await open(tokenIn(text ?? ''))).toMatchObject({ state: 'voided' })
    await send(second)
    await arrived(to, 4)
    await change('corrections', second, { subjectId: await addSubject(staff, test.ours.places.home) })
    const all = await arrived(to, 5)

    expect(all.mails.map(({ headers }) => headers.Subject)[0]).toBe(`${ready} ${test.ours.marker} Health`)
    for (const at of [1, 2]) {
      expect(all.mails[at]?.text).toContain(changed)
      expect(all.texts[at]).toContain(changed)
    }
    expect([all.mails[4]?.text, all.texts[4]]).toEqual([
      expect.stringContaining(withdrawn),
      expect.stringContaining(withdrawn),
    ])
    expect([all.mails[4]?.text, all.texts[4]].map((text) => tokenIn(text ?? ''))).toEqual([undefined, undefined])

    const told = await wordsOf(locale, [first, second])
    for (const { headers, text, html, defects } of all.mails) {
      expect(defects).toEqual([])
      expect(headers.To).toBe(email)
      expect(html).toContain(tokenIn(text) ?? '')
      expectNothingOf(told, [...Object.entries(headers).flat(), text, html].join('\n'))
    }
    for (const text of all.texts) expectNothingOf(told, text)
    const tokens = [...all.mails.map(({ text }) => text), ...all.texts].flatMap((text) => tokenIn(text) ?? [])
    expect(new Set(tokens).size).toBe(8)
    const logged = log.join('\n')
    for (const secret of [...tokens, email, mobile, born]) expect(logged).not.toContain(secret)
    for (const word of told.names) expect(logged).not.toContain(word)
  })
})

/**
 * Lists words that would reveal a result or its person: names and ids as they are, and words for results in any
 * spelling.
 */
async function wordsOf(locale: Locale, ids: readonly string[]) {
  const names: string[] = []
  for (const id of ids) {
    const { testId, assay, analyteResults } = (await staff.get(`/test-records/${id}`)).json().data
    names.push(testId, assay.name, analyteResults[0].analyteName)
  }
  const t = wordsIn(locale)
  const ofResults = ['positive', 'negative', 'inconclusive', 'invalid'] as const
  return {
    names: [...names, 'Quill'],
    ids,
    words: [...ofResults, ...ofResults.map((result) => t(`results:${result}`))],
  }
}

function expectNothingOf(told: Awaited<ReturnType<typeof wordsOf>>, said: string): void {
  for (const name of [...told.names, ...told.ids, born, '03/02/1984', '02/03/1984']) expect(said).not.toContain(name)
  for (const word of told.words) expect(said.toLowerCase()).not.toContain(word.toLowerCase())
}
