import { useSyncExternalStore } from 'react'
import { withDifferences, type Phrases } from '../../contract/phrases/phrases.ts'
import { languageTag, translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'

export type { PhraseKey, PhraseValues }

/** Translates a phrase into the current locale; its identity changes with the locale. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

/** The locales whose phrases are complete; American English only overrides some British ones. */
type Written = Exclude<Locale, 'en_US'>
type Loaders = Record<Written, () => Promise<{ phrases: Partial<Phrases> }>>

const ofEveryPage: Loaders = {
  en_GB: () => import('./words/every-page.en_GB.ts'),
  es_MX: () => import('./words/every-page.es_MX.ts'),
}

/** The phrase groups that are loaded for some pages only. */
const groups = {
  accounts: {
    en_GB: () => import('./words/accounts.en_GB.ts'),
    es_MX: () => import('./words/accounts.es_MX.ts'),
  },
  assayForm: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/assay-form.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/assay-form.ts') }),
  },
  assays: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/assays.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/assays.ts') }),
  },
  branding: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/branding.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/branding.ts') }),
  },
  audit: {
    en_GB: () => import('./words/audit.en_GB.ts'),
    es_MX: () => import('./words/audit.es_MX.ts'),
  },
  auditDetails: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/audit-details.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/audit-details.ts') }),
  },
  changing: {
    en_GB: () => import('./words/changing.en_GB.ts'),
    es_MX: () => import('./words/changing.es_MX.ts'),
  },
  charts: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/charts.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/charts.ts') }),
  },
  dashboard: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/dashboard.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/dashboard.ts') }),
  },
  delivering: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/delivering.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/delivering.ts') }),
  },
  editing: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/editing.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/editing.ts') }),
  },
  entry: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/entry.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/entry.ts') }),
  },
  invites: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/invites.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/invites.ts') }),
  },
  kitScan: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/kit-scan.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/kit-scan.ts') }),
  },
  merging: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/merging.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/merging.ts') }),
  },
  operator: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/operator.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/operator.ts') }),
  },
  permissions: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/permissions.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/permissions.ts') }),
  },
  places: {
    en_GB: () => import('./words/places.en_GB.ts'),
    es_MX: () => import('./words/places.es_MX.ts'),
  },
  meanings: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/meanings.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/meanings.ts') }),
  },
  printing: {
    en_GB: () => import('./words/printing.en_GB.ts'),
    es_MX: () => import('./words/printing.es_MX.ts'),
  },
  publishing: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/publishing.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/publishing.ts') }),
  },
  recording: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/recording.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/recording.ts') }),
  },
  recordingDetails: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/recording-details.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/recording-details.ts') }),
  },
  records: {
    en_GB: () => import('./words/records.en_GB.ts'),
    es_MX: () => import('./words/records.es_MX.ts'),
  },
  secondReadings: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/second-readings.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/second-readings.ts') }),
  },
  finder: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/finder.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/finder.ts') }),
  },
  sentResult: {
    en_GB: () => import('./words/sent-result.en_GB.ts'),
    es_MX: () => import('./words/sent-result.es_MX.ts'),
  },
  suspension: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/suspension.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/suspension.ts') }),
  },
  tenants: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/tenants.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/tenants.ts') }),
  },
  testRuns: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/test-runs.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/test-runs.ts') }),
  },
  users: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/users.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/users.ts') }),
  },
  verifying: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/verifying.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/verifying.ts') }),
  },
  subjectSearch: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/subject-search.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/subject-search.ts') }),
  },
  subjects: {
    en_GB: async () => ({ phrases: await import('../../contract/phrases/en_GB/subjects.ts') }),
    es_MX: async () => ({ phrases: await import('../../contract/phrases/es_MX/subjects.ts') }),
  },
} satisfies Record<string, Loaders>
export type PhraseGroup = keyof typeof groups

/** The loaders of everything wanted so far; while a group loads, it is ahead of the loaded phrases. */
let loaders: readonly Loaders[] = [ofEveryPage]
let said: readonly Loaders[] = []

/**
 * Loads phrase groups for a page, which waits for them as for its code. Loaded groups stay. A failure affects only the
 * callers of that group.
 */
export async function alsoSay(...names: readonly PhraseGroup[]): Promise<void> {
  const wanted = names.map((name) => groups[name])
  if (wanted.every((group) => said.includes(group))) return
  await Promise.all(wanted.map((group) => group[writtenFor(chosen)]()))
  loaders = [...new Set([...loaders, ...wanted])]
  await load()
}

interface Language {
  locale: Locale
  t: Translate
}

let chosen: Locale = 'en_GB'
let current: Language = { locale: chosen, t: (key) => key }
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
  const [locale, wanted] = [chosen, loaders]
  const [{ differences }, ...parts] = await Promise.all([
    locale === 'en_US' ? import('../../contract/phrases/en_US/differences.ts') : { differences: {} },
    ...wanted.map((loadPart) => loadPart[writtenFor(locale)]()),
  ])
  // Another language was chosen in the meantime, or another group is wanted.
  if (locale !== chosen || wanted !== loaders) return await load()
  const all = parts.reduce<Partial<Phrases>>((before, part) => ({ ...before, ...part.phrases }), {})
  const phrases = withDifferences(all, differences)
  document.documentElement.lang = languageTag(locale)
  current = { locale, t: (key, values) => translate(phrases, locale, key, values) }
  said = wanted
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
