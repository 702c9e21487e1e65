import { useSyncExternalStore } from 'react'
import { withDifferences, type Phrases } from '../../contract/phrases/phrases.ts'
import { languageTag, translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'

export type { PhraseKey, PhraseValues }

/** Translates a phrase into the current locale; its identity changes with the locale. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

/** The locales whose phrases are complete; American English only overrides some British ones. */
type Written = Exclude<Locale, 'en_US'>

/** The phrases of a noun, or those that `./words` joins into one file because pages need them together. */
export type PhraseGroup = keyof Phrases | 'accounts' | 'everyPage'

const joined = import.meta.glob<Partial<Phrases>>('./words/*.ts', { import: 'phrases' })
/** One file for each noun, except those that are joined and those that no page shows. */
const nouns = import.meta.glob<Partial<Phrases>>([
  '../../contract/phrases/{en_GB,es_MX}/*.ts',
  '!../../contract/phrases/*/{index,export,mail,policies}.ts',
  '!../../contract/phrases/*/{errors,fields,lists,ranges,reasons,results,rules,session,shell,user-types}.ts',
  '!../../contract/phrases/*/{invitee,own-account,passwords,registration}.ts',
  '!../../contract/phrases/*/{groups,history,organisations,places}.ts',
])

function phrasesOf(group: PhraseGroup, locale: Written): Promise<Partial<Phrases>> {
  const name = group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const read = joined[`./words/${name}.${locale}.ts`] ?? nouns[`../../contract/phrases/${locale}/${name}.ts`]
  if (read === undefined) throw new Error(`No file holds the phrases of ${group} in ${locale} alone: see web/ui/words`)
  return read()
}

/** The groups wanted so far; while a group loads, they are ahead of the loaded ones. */
let wanted: readonly PhraseGroup[] = ['everyPage']
let said: readonly PhraseGroup[] = []

/**
 * Loads phrase groups for a page, which waits for them as for its code. Loaded groups stay. A failure affects only the
 * callers of that group.
 */
export async function alsoSay(...names: readonly PhraseGroup[]): Promise<void> {
  if (names.every((name) => said.includes(name))) return
  await Promise.all(names.map((name) => phrasesOf(name, writtenFor(chosen))))
  wanted = [...new Set([...wanted, ...names])]
  await load()
}

interface Language {
  locale: Locale
  t: Translate
  phrases: Partial<Phrases>
}

let chosen: Locale = 'en_GB'
let current: Language = { locale: chosen, t: (key) => key, phrases: {} }
const listeners = new Set<() => void>()

/**
 * Loads a locale's phrases, shows everything in it and sets the document's language. Nothing renders before the first
 * call.
 */
export async function setLocale(locale: Locale): Promise<void> {
  chosen = locale
  await load()
}

async function load(): Promise<void> {
  const [locale, groups] = [chosen, wanted]
  const [{ differences }, ...parts] = await Promise.all([
    locale === 'en_US' ? import('../../contract/phrases/en_US/differences.ts') : { differences: {} },
    ...groups.map((group) => phrasesOf(group, writtenFor(locale))),
  ])
  // Another language was chosen in the meantime, or another group is wanted.
  if (locale !== chosen || groups !== wanted) return await load()
  const all = parts.reduce<Partial<Phrases>>((before, part) => ({ ...before, ...part }), {})
  const phrases = withDifferences(all, differences)
  document.documentElement.lang = languageTag(locale)
  current = { locale, t: (key, values) => translate(phrases, locale, key, values), phrases }
  said = groups
  for (const listener of listeners) listener()
}

function writtenFor(locale: Locale): Written {
  return locale === 'en_US' ? 'en_GB' : locale
}

/** The translate function of the current locale; the component follows a change of locale. */
export function useT(): Translate {
  return useLanguage().t
}

export function useLocale(): Locale {
  return useLanguage().locale
}

/** Translates a phrase now, for code outside components, such as a message after an event. */
export function t(key: PhraseKey, values?: PhraseValues): string {
  return current.t(key, values)
}

/** The keys of a noun's phrases, which a page has loaded. */
export function loadedKeys(noun: keyof Phrases): string[] {
  return Object.keys(current.phrases[noun] ?? {})
}

/** The present locale, for code outside components. */
export function currentLocale(): Locale {
  return current.locale
}

function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
