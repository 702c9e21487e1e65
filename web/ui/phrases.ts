import { useSyncExternalStore } from 'react'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { languageTag, translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'

export type { PhraseKey, PhraseValues }

/** Says a phrase in the current locale; its identity changes with the locale. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

type Loaders = Record<Locale, () => Promise<{ phrases: Partial<Phrases> }>>

/** The phrases of every page. */
const ofEveryPage: Loaders = {
  en_GB: () => import('../../contract/phrases/en_GB/application.ts'),
  en_US: () => import('../../contract/phrases/en_US/application.ts'),
  es_MX: () => import('../../contract/phrases/es_MX/application.ts'),
}

/** The phrases of the login page alone. */
const ofVisitors: Loaders = {
  en_GB: () => import('../../contract/phrases/en_GB/visitors.ts'),
  en_US: () => import('../../contract/phrases/en_US/visitors.ts'),
  es_MX: () => import('../../contract/phrases/es_MX/visitors.ts'),
}

/** What the pages about accounts say besides. */
const ofAccounts: Loaders = {
  en_GB: () => import('../../contract/phrases/en_GB/accounts.ts'),
  en_US: () => import('../../contract/phrases/en_US/accounts.ts'),
  es_MX: () => import('../../contract/phrases/es_MX/accounts.ts'),
}

/** What the page of patient invites says besides. */
const ofInvites: Loaders = {
  en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/invites.ts') }),
  en_US: async () => ({ phrases: await import('../../contract/phrases/en_US/invites.ts') }),
  es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/invites.ts') }),
}

let loaders: readonly Loaders[] = [ofEveryPage]

/** Before the first `setLocale`: the document is the login page, so the phrases of other pages are not loaded. */
export function sayOnlyToVisitors(): void {
  loaders = [ofVisitors]
}

/** Before a page about accounts: loads what they say besides. */
export async function alsoSayOfAccounts(): Promise<void> {
  await alsoSay(ofAccounts)
}

/** Before the page of patient invites: loads what it says besides. */
export async function alsoSayOfInvites(): Promise<void> {
  await alsoSay(ofInvites)
}

async function alsoSay(more: Loaders): Promise<void> {
  if (loaders.includes(more)) return
  loaders = [...loaders, more]
  await setLocale(current.locale)
}

interface Language {
  locale: Locale
  t: Translate
}

let current: Language = { locale: 'en_GB', t: (key) => key }
const listeners = new Set<() => void>()

/** Loads a locale's phrases, shows everything in it and sets the document's language. Nothing renders before the first. */
export async function setLocale(locale: Locale): Promise<void> {
  const parts = await Promise.all(loaders.map((load) => load[locale]()))
  const phrases = parts.reduce<Partial<Phrases>>((all, part) => ({ ...all, ...part.phrases }), {})
  document.documentElement.lang = languageTag(locale)
  current = { locale, t: (key, values) => translate(phrases, locale, key, values) }
  for (const listener of listeners) listener()
}

/** The words of the current locale; the component follows a change of it. */
export function useT(): Translate {
  return useLanguage().t
}

/** The current locale; the component follows a change of it. */
export function useLocale(): Locale {
  return useLanguage().locale
}

/** The words at this moment, for code outside components, such as a message after an event. */
export function t(key: PhraseKey, values?: PhraseValues): string {
  return current.t(key, values)
}

function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
