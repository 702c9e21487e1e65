import { expect, it } from 'vitest'
import { credentials } from '../session/endpoints.ts'
import { email } from './name-and-email.ts'

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

it('a text that is far too long is read without delay', () => {
  const begun = performance.now()
  for (const sign of ['.', '<', ' ', 'mailto:', ';a']) expect(email.safeParse(sign.repeat(1500)).success).toBe(false)
  expect(performance.now() - begun).toBeLessThan(200)
})
