import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '../errors/errors.ts'
import { languageOf, languageTag, locales, writtenIn, type Locale } from '../locales.ts'
import * as enGB from './en_GB/index.ts'
import { policies as policiesGB } from './en_GB/policies.ts'
import { everyLocale } from './every-locale.ts'
import { policyNames, type PolicyTexts } from './policy.ts'

/** Texts by locale, noun and key; an optional plural form is a text if it is present. */
const all = everyLocale as Record<Locale, Record<string, Record<string, string>>>
const nouns = Object.keys(enGB)
const sources = globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'], {
  exclude: (name) => /\.test\.tsx?$/.test(name) || /^[a-z]{2}_[A-Z]{2}$/.test(name),
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

// The list of notifications cannot be searched, so the kit never says what a search of it finds.
said.delete('notifications:searchHelp')

test('the scan sees the sources', () => {
  expect(said.size).toBeGreaterThan(50)
  expect(said).toContain('invites:list.caption')
  expect(begun).toContain('errors:')
})

test('every phrase that the code uses exists', () => {
  const known = keysOf('en_GB')
  expect([...said].filter((key) => !known.has(key))).toEqual([])
})

test('English says email, contains and in the meantime, as docs/voice.md asks', () => {
  const wrong = /\b(?:by mail|mails?(?= (?:to|was|is))|e-mails?|holds|hold (?:health|the groups)|meanwhile)\b/i
  const found = Object.entries(all.en_GB).flatMap(([noun, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (wrong.test(text) ? [`${noun}:${key} ${text}`] : [])),
  )
  expect(found).toEqual([])
})

test('no text names the application, which bears the name that its tenant gave it', () => {
  const found = Object.entries(all).flatMap(([locale, nouns]) =>
    Object.entries(nouns).flatMap(([noun, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => (/\bLateral\b/.test(text) ? [`${locale} ${noun}:${key}`] : [])),
    ),
  )
  expect(found.filter((name) => !name.endsWith(' tenants:productNameHelp'))).toEqual([])
})

test('Spanish gives deadlines without “hasta el”, which may mean “not before” in Mexico', () => {
  const { notifications, mail, delivering } = all.es_MX
  const found = Object.values({ ...notifications, ...mail, ...delivering }).filter((text) =>
    /\bhasta (?:el|las) {{|hasta cuándo/.test(text),
  )
  expect(found).toEqual([])
})

test('what was saved is told as what was created or updated', () => {
  const told = sources
    .flatMap((source) => [...source.matchAll(/\b(?:created|updated|done): (?:\(\) => \[)?'(\w+):([\w.-]+)'/g)])
    .map(([, noun = '', key = '']) => all.en_GB[noun]?.[key])
  expect(told.length).toBeGreaterThan(10)
  // A report is a file that is saved, and what is called by a name is a report.
  expect(told.filter((text) => /\bsaved$/i.test(text ?? '') && text !== '{{name}} saved')).toEqual([])
})

test('every phrase is used somewhere', () => {
  // Rule messages come from the specification, every field of a request can need a label, and the last two are used whole.
  const unused = [...keysOf('en_GB')]
    .filter((key) => !/^(rules|serverRules|fields|startFailed|unsupported):/.test(key))
    .filter((key) => !said.has(key) && ![...begun].some((beginning) => key.startsWith(beginning)))
  expect(unused).toEqual([])
})

test('every error code has a text, and no others do', () => {
  expect(Object.keys({ ...enGB.errors, ...enGB.serverErrors }).toSorted()).toEqual(Object.keys(errorStatus).toSorted())
})

test('every folder of phrases is that of a locale', () => {
  const folders = globSync('contract/phrases/*/').map((folder) => path.basename(folder))
  expect(folders.toSorted()).toEqual([...locales].toSorted())
})

describe.each(locales)('%s', (locale) => {
  test('has the keys of British English, with the plural forms of its own language', () => {
    expect(keysOf(locale)).toEqual(keysOf('en_GB'))
    const forms = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories
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

  test('has a text for every policy with the same sections', async () => {
    const { policies } = (await import(`./${locale}/policies.ts`)) as { policies: PolicyTexts }
    for (const name of policyNames) expect(sectionsOf(policies[name])).toBe(sectionsOf(policiesGB[name]))
  })
})

test.each(locales.filter((locale) => languageOf(locale) !== 'en'))('%s repeats no English sentence', (locale) => {
  expect(sameAs('en_GB', locale).filter(([, words]) => /\p{L}.*\s.*\p{L}/u.test(words))).toEqual([])
})

test.each(locales.filter((locale) => writtenIn(locale) !== locale))(
  '%s holds only phrases that differ from those that it shares',
  async (locale) => {
    const { differences } = (await import(`./${locale}/differences.ts`)) as { differences: typeof all.en_GB }
    const same = Object.entries(differences).flatMap(([noun, words]) =>
      Object.entries(words)
        .filter(([key, text]) => all[writtenIn(locale)][noun]?.[key] === text || all[locale][noun]?.[key] !== text)
        .map(([key]) => `${noun}:${key}`),
    )
    expect(same).toEqual([])
  },
)

test('Spanish repeats English only if the words are the same', () => {
  const same = sameAs('en_GB', 'es_MX').filter(([, words]) => /[a-z]{4}/i.test(words))
  expect(same.map(([key]) => key)).toEqual(['shell:page.error'])
})

/** The phrases that are the same in two locales, with their words besides values; names of the catalogue may be. */
function sameAs(one: Locale, other: Locale): [key: string, words: string][] {
  return nouns
    .filter((noun) => noun !== 'catalogue')
    .flatMap((noun) =>
      Object.entries(all[other][noun] ?? {})
        .filter(([key, words]) => words === all[one][noun]?.[key])
        .map(([key, words]): [string, string] => [`${noun}:${key}`, words.replaceAll(/\{\{.*?\}\}/g, '')]),
    )
}

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
