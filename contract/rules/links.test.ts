import { expect, test } from 'vitest'
import { mayLead, staysOnSite } from './links.ts'

/** Addresses that look like a path of this site and lead elsewhere, at once or when they are followed again. */
const leadingAway = [
  '//evil.test',
  '/\\evil.test',
  '/\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/eula/../..//evil.test',
  '/\u0000/evil.test',
  '/\u00ad/evil.test',
  '/ /evil.test',
  '\\\\evil.test',
]

test.each(['/', '/eula', '/test-records?range=today#x', '/a@b', '/results/%2F%5Cevil.test'])(
  '%j stays here',
  (address) => {
    expect([staysOnSite(address), mayLead(address)]).toEqual([true, true])
  },
)

test.each(leadingAway)('%j does not stay here, and is not a link', (address) => {
  expect([staysOnSite(address), mayLead(address)]).toEqual([false, false])
})

test.each(['https://clinic.test', 'https://clinic.test/x?y=@z', 'mailto:ann@clinic.test'])(
  '%j may be followed',
  (address) => {
    expect([staysOnSite(address), mayLead(address)]).toEqual([false, true])
  },
)

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://clinic.test/x',
  'http://clinic.test',
  'https:evil.test',
  'https:/evil.test',
  'https:///evil.test',
  'https:\\\\evil.test',
  'https://clinic.test@evil.test',
  'https://clinic.test:443@evil.test/',
  'https://:x@evil.test',
  'https://clinic.test\\@evil.test',
  'https://',
  'mailto://evil.test',
  'eula',
  '#x',
  '',
])('%j is not a link', (address) => {
  expect([staysOnSite(address), mayLead(address)]).toEqual([false, false])
})
