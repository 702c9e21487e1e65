import { useSyncExternalStore } from 'react'
import { fileOf, withDifferences, type Differences, type Phrases } from '../../contract/phrases/phrases.ts'
import { translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import { defaultLocale, languageTag, writtenIn, type Locale } from '../../contract/locales.ts'
import { joinedPhrases } from './joined-phrases.ts'

export type { PhraseKey, PhraseValues }

/** Translates a phrase into the current locale; its identity changes with the locale. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

/** The phrases of a noun, or those that are joined because pages need them together. */
export type PhraseGroup = keyof Phrases | keyof typeof joinedPhrases

/** A file for each noun that a page shows; the build joins some (`scripts/web-build/phrase-files.ts`). */
const files = import.meta.glob<Partial<Phrases>>([
  '../../contract/phrases/*/*.ts',
  '!../../contract/phrases/*/{catalogue,differences,export,index,mail,policies,start-failed,unsupported}.ts',
])
const differing = import.meta.glob<Differences>('../../contract/phrases/*/differences.ts', { import: 'differences' })

/** Loads the phrases of a group, of which those that differ in this locale are not yet replaced. */
async function phrasesOf(group: PhraseGroup, locale: Locale): Promise<Partial<Phrases>> {
  const nouns = Object.hasOwn(joinedPhrases, group) ? joinedPhrases[group as keyof typeof joinedPhrases] : [group]
  const parts = nouns.map(async (noun) => {
    const read = files[`../../contract/phrases/${writtenIn(locale)}/${fileOf(noun)}.ts`]
    if (read === undefined) throw new Error(`The web app has no file of the phrases of ${noun} in ${locale}`)
    return await read()
  })
  return Object.assign({}, ...(await Promise.all(parts))) as Partial<Phrases>
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
  await Promise.all(names.map((name) => phrasesOf(name, chosen)))
  wanted = [...new Set([...wanted, ...names])]
  await load()
}

interface Language {
  readonly locale: Locale
  readonly t: Translate
  /** Grows as groups load, which draws nothing anew: whatever shows a group's phrases waits for them. */
  phrases: Partial<Phrases>
}

function languageOf(locale: Locale): Language {
  const language: Language = {
    locale,
    t: (key, values) => translate(language.phrases, locale, key, values),
    phrases: {},
  }
  return language
}

let chosen: Locale = defaultLocale
let current = languageOf(chosen)
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
  const [differences = {}, ...parts] = await Promise.all([
    differing[`../../contract/phrases/${locale}/differences.ts`]?.(),
    ...groups.map((group) => phrasesOf(group, locale)),
  ])
  // Another language was chosen in the meantime, or another group is wanted.
  if (locale !== chosen || groups !== wanted) return await load()
  const all = parts.reduce<Partial<Phrases>>((before, part) => ({ ...before, ...part }), {})
  const isChanged = current.locale !== locale
  if (isChanged) current = languageOf(locale)
  current.phrases = withDifferences(all, differences)
  said = groups
  // Browsers match every style rule of the document anew when this is set, even to what it was.
  const tag = languageTag(locale)
  if (document.documentElement.lang !== tag) document.documentElement.lang = tag
  if (isChanged) for (const listener of listeners) listener()
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
