import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '../errors/errors.ts'
import { locales, type Locale } from '../rules/formats.ts'
import { phrases as enGB } from './en_GB/index.ts'
import { policies as policiesGB } from './en_GB/policies.ts'
import { phrases as enUS } from './en_US/index.ts'
import { policies as policiesUS } from './en_US/policies.ts'
import { phrases as esMX } from './es_MX/index.ts'
import { policies as policiesMX } from './es_MX/policies.ts'
import { policyNames } from './policy.ts'

const all: Record<Locale, Record<string, Record<string, string>>> = {
  en_GB: flat(enGB),
  en_US: flat(enUS),
  es_MX: flat(esMX),
}
const nouns = Object.keys(enGB)
const sources = globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'], {
  exclude: (name) => /\.test\.tsx?$/.test(name) || /^(en_GB|en_US|es_MX)$/.test(name),
}).map((file) => readFileSync(file, 'utf8'))

/** Keys said whole, as 'noun:key', and the fixed beginnings of keys put together, as in `errors:${code}`. */
const said = new Set(
  sources
    .flatMap((source) => [...source.matchAll(new RegExp(`['"\`](${nouns.join('|')}):([\\w.-]+)['"\`]`, 'g'))])
    .map((match) => `${match[1]}:${match[2]}`),
)
const begun = new Set(
  sources
    .flatMap((source) => [...source.matchAll(new RegExp(`\`(${nouns.join('|')}):([\\w.-]*)\\$\\{`, 'g'))])
    .map((match) => `${match[1]}:${match[2]}`),
)

test('the scan sees the sources', () => {
  expect(said.size).toBeGreaterThan(50)
  expect(begun).toContain('errors:')
})

test('every phrase that the code says exists', () => {
  const known = keysOf('en_GB')
  expect([...said].filter((key) => !known.has(key))).toEqual([])
})

test('every phrase is said somewhere', () => {
  // The messages of validation are the specification's: rules name them as they are written.
  const unused = [...keysOf('en_GB')]
    .filter((key) => !key.startsWith('validation:'))
    .filter((key) => !said.has(key) && ![...begun].some((beginning) => key.startsWith(beginning)))
  expect(unused).toEqual([])
})

test('every error code has its words, and only those', () => {
  expect(Object.keys(enGB.errors).toSorted()).toEqual(Object.keys(errorStatus).toSorted())
})

describe.each(locales)('%s', (locale) => {
  test('has the keys of British English, with the plural forms of its own language', () => {
    expect(keysOf(locale)).toEqual(keysOf('en_GB'))
    const forms = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories
    for (const noun of nouns) {
      for (const key of Object.keys(all[locale][noun] ?? {}).filter((key) => key.endsWith('_other'))) {
        for (const form of forms)
          expect(all[locale][noun], `${noun}:${key}`).toHaveProperty([key.replace('other', form)])
      }
    }
  })

  test('fills in the same values as British English, and leaves no phrase empty', () => {
    for (const noun of nouns) {
      for (const [key, words] of Object.entries(all[locale][noun] ?? {})) {
        expect(words.trim(), `${noun}:${key}`).not.toBe('')
        const british = all.en_GB[noun]?.[key] ?? all.en_GB[noun]?.[key.replace(/_many$/, '_other')] ?? ''
        expect(fieldsOf(words), `${noun}:${key}`).toEqual(fieldsOf(british))
      }
    }
  })

  test('has a text for every policy with the same sections', () => {
    const texts = { en_GB: policiesGB, en_US: policiesUS, es_MX: policiesMX }[locale]
    for (const name of policyNames) expect(sectionsOf(texts[name])).toBe(sectionsOf(policiesGB[name]))
  })
})

test('Spanish repeats English only where the words are the same', () => {
  const same = nouns.flatMap((noun) =>
    Object.entries(all.es_MX[noun] ?? {})
      .filter(
        ([key, words]) => /[a-z]{4}/i.test(words.replaceAll(/\{\{.*?\}\}/g, '')) && words === all.en_GB[noun]?.[key],
      )
      .map(([key]) => `${noun}:${key}`),
  )
  expect(same).toEqual(['shell:page.error'])
})

function keysOf(locale: Locale): Set<string> {
  return new Set(
    nouns
      .flatMap((noun) =>
        Object.keys(all[locale][noun] ?? {}).map((key) => `${noun}:${key.replace(/_(one|many|other)$/, '')}`),
      )
      .toSorted(),
  )
}

function fieldsOf(words: string): string[] {
  return [...new Set(words.match(/\{\{\w+\}\}/g))].toSorted()
}

function sectionsOf(text: string): number {
  return text.match(/^## /gm)?.length ?? 0
}

function flat(phrases: typeof enGB): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(phrases).map(([noun, words]) => [noun, { ...words } as Record<string, string>]),
  )
}
