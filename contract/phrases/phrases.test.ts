import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '../errors/errors.ts'
import { locales, type Locale } from '../rules/formats.ts'
import * as enGB from './en_GB/index.ts'
import { policies as policiesGB } from './en_GB/policies.ts'
import { differences } from './en_US/differences.ts'
import { policies as policiesUS } from './en_US/policies.ts'
import { policies as policiesMX } from './es_MX/policies.ts'
import { everyLocale } from './every-locale.ts'
import { policyNames } from './policy.ts'

/** Texts by locale, noun and key; an optional plural form is a text if it is present. */
const all = everyLocale as Record<Locale, Record<string, Record<string, string>>>
const nouns = Object.keys(enGB)
const sources = globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'], {
  exclude: (name) => /\.test\.tsx?$/.test(name) || /^(en_GB|en_US|es_MX)$/.test(name),
}).map((file) => readFileSync(file, 'utf8'))

/** Keys used in full, as 'noun:key', and the fixed beginnings of composed keys, as in `errors:${code}`. */
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
/**
 * Keys that shared components compose with a noun they are given: `${words}:title` in `ListPage`, for each `<ListPage
 * words="invites"`.
 */
for (const kit of sources) {
  const keys = [...kit.matchAll(/`\$\{words\}:([\w.-]+)`/g)].map(([, key]) => key)
  if (keys.length === 0) continue
  const parts = [...kit.matchAll(/^export function (\w+)/gm)].map(([, name]) => name).join('|')
  for (const source of sources) {
    for (const [, noun] of source.matchAll(new RegExp(`<(?:${parts})\\s+words="(\\w+)"`, 'g'))) {
      for (const key of keys) said.add(`${noun}:${key}`)
    }
  }
}

test('the scan sees the sources', () => {
  expect(said.size).toBeGreaterThan(50)
  expect(said).toContain('invites:list.caption')
  expect(begun).toContain('errors:')
})

test('every phrase that the code uses exists', () => {
  const known = keysOf('en_GB')
  expect([...said].filter((key) => !known.has(key))).toEqual([])
})

test('every phrase is used somewhere', () => {
  // Rule messages come from the specification, and every field of a request can need a label.
  const unused = [...keysOf('en_GB')]
    .filter((key) => !/^(rules|fields):/.test(key))
    .filter((key) => !said.has(key) && ![...begun].some((beginning) => key.startsWith(beginning)))
  expect(unused).toEqual([])
})

test('every error code has a text, and no others do', () => {
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

  test('has the same placeholders as British English, and no empty phrase', () => {
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

test('American English holds only phrases that differ from British English', () => {
  const same = Object.entries(differences).flatMap(([noun, words]) =>
    Object.entries(words)
      .filter(([key, text]) => all.en_GB[noun]?.[key] === text || all.en_US[noun]?.[key] !== text)
      .map(([key]) => `${noun}:${key}`),
  )
  expect(same).toEqual([])
})

test('Spanish repeats English only if the words are the same', () => {
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
