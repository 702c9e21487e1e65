import { describe, expect, test } from 'vitest'
import { toldNumbers } from '../limits-and-times.ts'
import { locales, type Locale } from '../locales.ts'
import { everyLocale } from './every-locale.ts'
import { filledIn } from './translate.ts'
import type { PolicyTexts } from './policy.ts'

/** The phrases of each locale by noun and key; an optional plural form is a text if it is present. */
const phrases = everyLocale as Record<Locale, Record<string, Record<string, string>>>
const policies = new Map(
  await Promise.all(
    locales.map(async (locale) => {
      const file = (await import(`./${locale}/policies.ts`)) as { policies: PolicyTexts }
      return [locale, Object.entries(file.policies)] as const
    }),
  ),
)

/** Each text that may hold digits, with the digits and their reason; all other numbers come from `contract/numbers.ts`. */
const digits: Record<string, Record<string, readonly string[]>> = {
  'an example of a code or of a way to write': {
    'assayForm:form.instructionsHelp': ['“1.”'],
    'monthlyReports:codes.malformed': ['O6uvpzGd5pu'],
    'lists:file.xlsxHelp': ['00123'],
    'lists:file.csvHelp': ['00123', '1E10'],
    'rules:clia': ['12D345678'],
    'testingAlgorithms:form.stepName': ['A1'],
    'rules:colour': ['#0F766E'],
    'rules:eircode': ['H65 X2P9'],
    'rules:hostKey': ['SHA256'],
    'rules:loinc': ['94558-4'],
    'rules:network': ['203.0.113.0/24', '2001:db8::/48'],
    'rules:networkTooLarge': ['IPv4', 'IPv6'],
    'rules:postcodeGb': ['SO14 3FJ'],
    'rules:snomed': ['445297001'],
    'rules:time': ['09:30', '9:30'],
    'rules:zip': ['97227-1834', '97227'],
    'tenants:ownNetworksHelp': ['203.0.113.0/24', '2001:db8::/48'],
    'tenants:patternRules': ['{2,4}'],
    'tenants:patternsHelp': ['78'],
    'tenants:phonePatternHelp': ['+447400123456', '+15035550123'],
  },
  'part of a name': {
    'audit:action.tenant.month-reported': ['DHIS2'],
    'auditAttempts:tenant.month-reported': ['DHIS2'],
    'auditDetails:field.daysSarsCov2': ['SARS-CoV-2'],
    'outbreaks:rules.daysSarsCov2': ['SARS-CoV-2'],
    'outbreaks:rules.standing': ['SARS-CoV-2'],
    'monthlyReports:dhis2': ['DHIS2'],
    'monthlyReports:dhis2.intro': ['DHIS2'],
    'monthlyReports:dhis2.fileName': ['dhis2'],
    'monthlyReports:codes': ['DHIS2'],
    'monthlyReports:codes.intro': ['DHIS2'],
    'monthlyReports:codes.setHelp': ['DHIS2'],
    'monthlyReports:codes.peopleHelp': ['DHIS2'],
    'mail:report.text': ['SHA-256'],
    'notificationReports:make.nothing': ['HL7'],
    'notificationReports:sending.hostKeyHelp': ['SHA256'],
    'notificationRules:format.hl7': ['HL7 v2.5.1'],
    'notificationRules:template.england-sars-cov-2-day': ['SARS-CoV-2'],
    'notificationRules:template.england-sars-cov-2-week': ['SARS-CoV-2'],
    'shell:page.reportCodes': ['DHIS2'],
    'export:dateOfBirthIso': ['ISO 8601'],
    'export:lotExpiryIso': ['ISO 8601'],
    'export:performedAtIso': ['ISO 8601'],
    'export:readAtIso': ['ISO 8601'],
    'export:recordedAtIso': ['ISO 8601'],
    'fields:customId1': ['1'],
    'fields:customId2': ['2'],
    'fields:streetAddress2': ['2'],
    'importing:layout.results-browser': ['2024', '2025'],
    'importing:layout.results-server': ['2025'],
    'importing:layout.results-wide': ['2024'],
    'ranges:last-7-days': ['7'],
    'shell:title401': ['401'],
    'shell:title403': ['403'],
    'shell:title404': ['404'],
  },
  'what a number means, whatever the product allows': {
    'branding:contrast': [': 1'],
    'branding:contrastTooLittle': [': 1'],
    'monthlyReports:age.0-4': ['0', '4'],
    'monthlyReports:age.5-14': ['5', '14'],
    'monthlyReports:age.15-and-over': ['15'],
    'recording:test.keys': ['1'],
    'recordingDetails:lines.help': ['1'],
    'rules:coordinates': ['-90', '90', '-180', '180'],
    'rules:minutes': ['0'],
    'rules:gtin': ['8, 12, 13', '14'],
    'secondReadings:agreement.kappaHelp': ['1', '0'],
    'tenants:expiryHelp': ['0'],
  },
}
const allowed = Object.assign({}, ...Object.values(digits)) as Record<string, readonly string[]>

/** The texts of a locale by key, without the names of their values. A name in the catalogue of kits may have a number. */
function textsOf(locale: Locale): [key: string, text: string][] {
  const { catalogue: _, ...texts } = phrases[locale]
  const said = Object.entries(texts).flatMap(([noun, words]) =>
    Object.entries(words).map(([key, text]): [string, string] => [`${noun}:${key}`, text]),
  )
  const numberless = (policies.get(locale) ?? []).map(([name, text]): [string, string] => [
    `policy ${name}`,
    text.replaceAll(/^## \d+\. /gm, ''),
  ])
  return [...said, ...numberless].map(([key, text]) => [key, text.replaceAll(/\{\{\w+\}\}/g, '')])
}

test.each(locales)('no text of %s holds a number of the product in digits', (locale) => {
  const left = textsOf(locale).map(([key, text]) => [
    key,
    (allowed[key] ?? []).reduce((before, piece) => before.replaceAll(piece, ''), text),
  ])
  expect(left.filter(([, text]) => /\d/.test(text ?? ''))).toEqual([])
})

test('no exception is left over', () => {
  const texts = locales.flatMap(textsOf)
  const unused = Object.entries(allowed).flatMap(([key, pieces]) =>
    pieces.filter((piece) => !texts.some(([of, text]) => of === key && text.includes(piece))),
  )
  expect(unused).toEqual([])
})

test('every number that texts may name is named by one', () => {
  const all = locales.flatMap((locale) => [
    ...Object.values(phrases[locale]).flatMap((words) => Object.values(words)),
    ...(policies.get(locale) ?? []).map(([, text]) => text),
  ])
  expect(Object.keys(toldNumbers).filter((name) => !all.some((text) => text.includes(`{{${name}}}`)))).toEqual([])
})

describe('a number that is told', () => {
  test.each([
    ['en_GB', 'It works for 14 days.'],
    ['es_MX', 'It works for 14 días.'],
  ] as const)('has its unit in %s', (locale, expected) => {
    expect(filledIn('It works for {{accountLinkTime}}.', locale)).toBe(expected)
  })

  test.each([
    ['en_GB', '20,000', '10 MB', '200 kB', '120 years'],
    ['es_MX', '20,000', '10 MB', '200 kB', '120 años'],
  ] as const)('has the digits and sizes of %s', (locale, ...expected) => {
    const told = ['{{imageSide}}', '{{imageSize}}', '{{logoSize}}', '{{oldestAge}}']
    expect(told.map((words) => filledIn(words, locale))).toEqual(expected)
  })
})
