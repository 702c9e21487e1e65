import { domainToASCII } from 'node:url'
import { expect, it } from 'vitest'
import { messageOf } from '../phrases/message-of.ts'
import { credentials } from '../session/endpoints.ts'
import { email, needsUtf8, spellingsOf } from './name-and-email.ts'
import { domainForPeople } from './mail-domains.ts'

it.each([
  '<jo@example.org>',
  'Jo Green <jo@example.org>',
  '"Green, Jo" <jo@example.org>;',
  'old@example.org <jo@example.org>',
  '\u2068Jo\u00a0Green\u2069 < jo@example.org >',
  'mailto:jo@example.org',
  'MAILTO: jo@example.org?subject=Hello%20there',
  '<mailto:jo@example.org>',
  'jo@example.org.',
  'jo@example.org,',
  ' jo@example.org; ',
  'Jo <jo@example.org.>,',
])('%j is read as the intended address', (copied) => {
  expect(email.safeParse(copied).data).toBe('jo@example.org')
  expect(credentials.safeParse({ username: copied, password: 'x' }).data?.username).toBe('jo@example.org')
})

it.each([
  'jo@example.org, al@example.org',
  '<jo@example.org> <al@example.org>',
  'Jo <jo@example.org>, Al <al@example.org>',
  'Jo <>',
  '<jo@example.org> Jo',
  'jo green@example.org',
  '.,;',
])('%j is not an address', (copied) => {
  expect(email.safeParse(copied).success).toBe(false)
})

it('an address with such marks within it stays unchanged', () => {
  expect(email.safeParse("o'neill.jo+lab@mail.example.org").data).toBe("o'neill.jo+lab@mail.example.org")
})

it.each([
  'anna@käse.de',
  'x@пример.рф',
  'jo@例え.テスト',
  'a&b@example.org',
  "o'brien@example.org",
  'jo+tag/lab=1@example.org',
  'jörg@example.org',
  'аня@пример.рф',
  'info@my-clinic.museum',
  `${'a'.repeat(64)}@example.org`,
  'jo@faß.de',
])('%s is an address, and stored as it is written', (address) => {
  expect(email.safeParse(address).data).toBe(address)
})

it.each([
  ['anna@xn--kse-qla.de', 'anna@käse.de'],
  ['anna@XN--KSE-QLA.DE', 'anna@käse.de'],
  ['anna@KÄSE.de', 'anna@käse.de'],
  ['anna@ka\u0308se.de', 'anna@käse.de'],
  ['x@xn--e1afmkfd.xn--p1ai', 'x@пример.рф'],
  ['jo@example.xn--p1ai', 'jo@example.рф'],
  ['jo@例え。テスト', 'jo@例え.テスト'],
  ['JÖRG@example.org', 'jörg@example.org'],
  ['Käse <anna@käse.de>;', 'anna@käse.de'],
])('%s is the address %s', (written, stored) => {
  expect(email.safeParse(written).data).toBe(stored)
  expect(credentials.safeParse({ username: written, password: 'x' }).data?.username).toBe(stored)
})

it.each([
  `${'a'.repeat(65)}@example.org`,
  `${'ö'.repeat(33)}@example.org`,
  `jo@${'a'.repeat(64)}.org`,
  `jo@${'ä'.repeat(60)}.de`,
  `jo@${'abcdefghi.'.repeat(25)}org`,
  'o’brien@example.org',
  '"jo green"@example.org',
  '.jo@example.org',
  'jo.@example.org',
  'jo..al@example.org',
  'jo@example',
  'jo@192.168.0.1',
  'jo@[192.168.0.1]',
  'jo@-käse.de',
  'jo@käse-.de',
  'jo@käse..de',
  'jo@käs_e.de',
  'jo@kä/se.de',
  'a@b@example.org',
  '@käse.de',
])('%s is no address', (written) => {
  expect(email.safeParse(written).success).toBe(false)
})

it('what is no address says so in the words of the spec', () => {
  const { error } = email.safeParse('anna@')
  expect(error?.issues.map(messageOf)).toEqual([{ phrase: 'email', values: {} }])
})

it('knows the spellings of an address, and what only some servers deliver', () => {
  expect(spellingsOf('Anna@käse.de')).toEqual(['anna@käse.de', 'anna@xn--kse-qla.de'])
  expect(spellingsOf('jo@example.org')).toEqual(['jo@example.org'])
  expect(['anna@käse.de', 'jörg@example.org'].map(needsUtf8)).toEqual([false, true])
})

it.each(['käse.de', 'пример.рф', '例え.テスト', 'भारत.भारत', 'бg-ü.中国', 'ü'.repeat(40) + '.de', 'a-ü-b.de'])(
  'the encoded spelling of %s is read back',
  (domain) => {
    expect(domainForPeople(domainToASCII(domain))).toBe(domain)
  },
)

it('a text that is far too long is read without delay', () => {
  const begun = process.cpuUsage()
  for (const sign of ['.', '<', ' ', 'mailto:', ';a']) expect(email.safeParse(sign.repeat(1500)).success).toBe(false)
  // The time of the processor, so that other work beside the test does not count.
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(200)
})
